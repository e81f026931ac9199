// Made by `npm run examples`: what each operation returned when its example was sent to the demo data.
export const RESPONSE_EXAMPLES: Record<string, { type: string; example: unknown }> = {
  "DELETE /sites/{siteId}/cancellation-codes/{codeId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /sites/{siteId}/categories/{categoryId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /sites/{siteId}/flags/{flagId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /sites/{siteId}/location-types/{locationTypeId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /sites/{siteId}/locations/{locationId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /sites/{siteId}/members/{userId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /sites/{siteId}/welfare-states/{welfareStateId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /sla-policies/{siteId}/{policyId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /students/{siteId}/{userId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /users/@me/api-keys/{keyId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /users/@me/sessions": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /users/@me/sessions/{sessionId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /users/sessions": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "GET /block-bookings": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "_id": "01a202bf-b0c3-7412-aabe-b799546cbddd",
          "site": "019aa000-0000-7000-8000-000000000001",
          "name": "Summer school",
          "notes": "Invoice to the faculty of music",
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
          "counts": {
            "provisional": 0,
            "confirmed": 6,
            "checked_in": 0,
            "checked_out": 0,
            "cancelled": 0,
            "no_show": 0,
            "void": 0
          }
        }
      ],
      "total": 1,
      "limit": 50,
      "skip": 0
    }
  },
  "GET /block-bookings/{blockId}": {
    "type": "application/json",
    "example": {
      "_id": "01a202bf-b0c3-7412-aabe-b799546cbddd",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Summer school",
      "notes": "Invoice to the faculty of music",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
      "counts": {
        "provisional": 0,
        "confirmed": 6,
        "checked_in": 0,
        "checked_out": 0,
        "cancelled": 0,
        "no_show": 0,
        "void": 0
      }
    }
  },
  "GET /bookings": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "_id": "01a202bf-a9f6-7776-b28b-eae35bf35f99",
          "site": "019aa000-0000-7000-8000-000000000001",
          "reference": "A5Q8ZS5",
          "lead_person": "01a202bf-a972-7698-afa4-fe6b5092d6ac",
          "additional_people": [],
          "location": "01a202bf-a968-71c9-b29d-83de5dd5c35a",
          "status": "checked_out",
          "phase": "past",
          "contract_start": "2026-07-24",
          "contract_end": "2026-09-18",
          "occupied_from": "2026-07-24",
          "occupied_to": "2026-09-18",
          "checked_in_at": "2026-07-23T23:00:00.000Z",
          "checked_out_at": "2026-09-17T23:00:00.000Z",
          "cancelled_at": null,
          "no_show_at": null,
          "cancellation_code": null,
          "cancellation_reason": null,
          "vehicle_registration": null,
          "parking_expiry_at": null,
          "departure_slot_at": null,
          "flags": [],
          "notes": null,
          "turnaround_days": null,
          "block_booking": null,
          "source": "manual",
          "version": 3,
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e"
        },
        {
          "_id": "01a202bf-a9f6-7776-b28c-19c157419e32",
          "site": "019aa000-0000-7000-8000-000000000001",
          "reference": "KFBNBZK",
          "lead_person": "01a202bf-a972-7698-afa5-3486f5afb5c7",
          "additional_people": [],
          "location": "01a202bf-a968-71c9-b29d-d2139512e0cb",
          "status": "checked_out",
          "phase": "past",
          "contract_start": "2026-07-24",
          "contract_end": "2026-09-18",
          "occupied_from": "2026-07-24",
          "occupied_to": "2026-09-18",
          "checked_in_at": "2026-07-23T23:00:00.000Z",
          "checked_out_at": "2026-09-17T23:00:00.000Z",
          "cancelled_at": null,
          "no_show_at": null,
          "cancellation_code": null,
          "cancellation_reason": null,
          "vehicle_registration": null,
          "parking_expiry_at": null,
          "departure_slot_at": null,
          "flags": [],
          "notes": null,
          "turnaround_days": null,
          "block_booking": null,
          "source": "manual",
          "version": 3,
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e"
        }
      ],
      "total": 80,
      "total_exact": true,
      "limit": 50,
      "skip": 0,
      "next_cursor": "WyJjb250cmFjdF9zdGFydCIsIjIwMjYtMTEtMTIiLCIwMWEyMDJiZi1hOWY5LTc3YjQtOTY2Zi0yN2FhZDlkYTQ4ZmEiXQ"
    }
  },
  "GET /bookings/export": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"first_name\",\"last_name\",\"email\",\"room\",\"contract_start\",\"contract_end\",\"vehicle_registration\",\"parking_expiry\",\"departure_slot\",\"notes\",\"booking_id\",\"reference\",\"status\",\"phase\",\"block_booking\",\"flags\",\"additional_people\",\"checked_in_at\",\"checked_out_at\",\"cancellation_code\",\"created_at\",\"updated_at\"\r\n\"KC00006\",\"Vasco\",\"Vieira\",\"vasco.vieira.kc00006@students.example\",\"N-1A5\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a202bf-a9f6-7776-b28b-eae35bf35f99\",\"A5Q8ZS5\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r\n\"KC00020\",\"Raluca\",\"Constantinescu\",\"raluca.constantinescu.kc00020@students.example\",\"M-107\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a202bf-a9f6-7776-b28c-19c157419e32\",\"KFBNBZK\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r\n\"KC00034\",\"Filipa\",\"Mendes\",\"filipa.mendes.kc00034@students.example\",\"N-2C1\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a202bf-a9f6-7776-b28c-51f1d652f32f\",\"WS01R61\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r"
  },
  "GET /bookings/imports/{importId}": {
    "type": "application/json",
    "example": {
      "import_id": "01a202bf-c20b-74ad-ab12-66587531b474",
      "status": "completed",
      "summary": {
        "created": 1,
        "updated": 0,
        "skipped": 0,
        "failed": 0,
        "persons_created": 0
      },
      "results": [
        {
          "row_index": 0,
          "outcome": "created",
          "reason": null,
          "booking_id": "01a202bf-c26f-779a-bd02-af3a558d79d2",
          "person_id": "01a202bf-a972-7698-afa4-ee4ea5e33872",
          "overridden_booking_id": null,
          "changed": [],
          "issues": [
            {
              "code": "status_inferred",
              "field": "status",
              "value": null,
              "message": "The stay starts after today, 2026-11-21.",
              "severity": "info",
              "suggestion": "confirmed"
            }
          ]
        }
      ]
    }
  },
  "GET /bookings/{bookingId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000051",
      "site": "019aa000-0000-7000-8000-000000000001",
      "reference": "ZD8QJY6",
      "lead_person": "01a202bf-a972-7698-afa5-03f14ee6326c",
      "additional_people": [],
      "location": "01a202bf-a968-71c9-b29d-896cbea944fb",
      "status": "confirmed",
      "phase": "due_in",
      "contract_start": "2026-11-21",
      "contract_end": "2027-06-21",
      "occupied_from": "2026-11-21",
      "occupied_to": "2027-06-21",
      "checked_in_at": null,
      "checked_out_at": null,
      "cancelled_at": null,
      "no_show_at": null,
      "cancellation_code": null,
      "cancellation_reason": null,
      "vehicle_registration": null,
      "parking_expiry_at": null,
      "departure_slot_at": null,
      "flags": [],
      "notes": null,
      "turnaround_days": null,
      "block_booking": null,
      "source": "manual",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
      "allowed_transitions": [
        {
          "type": "confirm",
          "allowed": false,
          "reasons": [
            {
              "code": "already_confirmed",
              "message": "The booking is confirmed already."
            }
          ],
          "requires": []
        },
        {
          "type": "check_in",
          "allowed": true,
          "reasons": [],
          "requires": []
        }
      ],
      "warnings": []
    }
  },
  "GET /bookings/{bookingId}/document": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-7967-7139-8954-8b50decb0ca1",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "booking_document",
      "state": "waiting",
      "progress": {
        "done": 0,
        "total": 0,
        "stage": "waiting"
      },
      "result_url": null,
      "problem": null,
      "created_at": "2026-11-22T10:14:58.157Z",
      "finished_at": null
    }
  },
  "GET /bookings/{bookingId}/transactions": {
    "type": "application/json",
    "example": {
      "total": 1,
      "data": [
        {
          "_id": "01a202bf-ab5e-72dd-be53-3b5f2fc4c658",
          "site": "019aa000-0000-7000-8000-000000000001",
          "booking": "019aa000-0000-7000-8000-000000000051",
          "sequence": 1,
          "type": "created",
          "from_status": null,
          "to_status": "confirmed",
          "occurred_at": "2026-11-21T12:00:00.000Z",
          "recorded_at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a202bf-a71d-7255-a65a-6f07a34b457e",
            "name": "Olive Owner"
          },
          "notes": null,
          "cancellation_code": null,
          "cancellation_reason": null,
          "changes": [],
          "caused_by": null,
          "request_id": "demo-data"
        }
      ],
      "limit": 50,
      "skip": 0
    }
  },
  "GET /health/live": {
    "type": "application/json",
    "example": {
      "status": "ok"
    }
  },
  "GET /health/ready": {
    "type": "application/json",
    "example": {
      "status": "ok",
      "dependencies": {
        "database": {
          "status": "ok",
          "required": true
        },
        "mail": {
          "status": "ok",
          "required": false
        },
        "storage": {
          "status": "ok",
          "required": false
        }
      }
    }
  },
  "GET /health/startup": {
    "type": "application/json",
    "example": {
      "status": "ok"
    }
  },
  "GET /jobs/{jobId}": {
    "type": "application/json",
    "example": {
      "_id": "01a202bf-c20b-74ad-ab12-66587531b474",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "booking_import",
      "state": "completed",
      "progress": {
        "done": 1,
        "total": 1,
        "stage": "completed"
      },
      "result_url": "/bookings/imports/01a202bf-c20b-74ad-ab12-66587531b474?site=019aa000-0000-7000-8000-000000000001",
      "problem": null,
      "created_at": "2026-11-22T10:14:11.212Z",
      "finished_at": "2026-11-22T10:14:11.342Z"
    }
  },
  "GET /jobs/{jobId}/events": {
    "type": "text/event-stream",
    "example": "event: progress\ndata: {\"_id\":\"01a202bf-c20b-74ad-ab12-66587531b474\",\"site\":\"019aa000-0000-7000-8000-000000000001\",\"kind\":\"booking_import\",\"state\":\"completed\",\"progress\":{\"done\":1,\"total\":1,\"stage\":\"completed\"},\"result_url\":\"/bookings/imports/01a202bf-c20b-74ad-ab12-66587531b474?site=019aa000-0000-7000-8000-000000000001\",\"problem\":null,\"created_at\":\"2026-11-22T10:14:11.212Z\",\"finished_at\":\"2026-11-22T10:14:11.342Z\"}\n\n"
  },
  "GET /sites": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-9c37-709b-a917-378ad46d0386",
        "name": "Harbour View",
        "time_zone": "America/Halifax",
        "date_order": "dmy",
        "settings": {
          "early_check_in_days": 0,
          "history_window_days": 7,
          "require_confirmed_for_check_in": true
        },
        "business_hours": [
          {
            "day": "monday",
            "from": "09:00",
            "to": "17:00"
          },
          {
            "day": "tuesday",
            "from": "09:00",
            "to": "17:00"
          }
        ],
        "holidays": [
          {
            "date": "2026-10-28",
            "name": "Founders’ Day"
          },
          {
            "date": "2026-12-25",
            "name": "Christmas Day"
          }
        ],
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "019aa000-0000-7000-8000-000000000001",
        "name": "Kings Court",
        "time_zone": "Europe/London",
        "date_order": "dmy",
        "settings": {
          "early_check_in_days": 0,
          "history_window_days": 7,
          "require_confirmed_for_check_in": true
        },
        "business_hours": [
          {
            "day": "monday",
            "from": "09:00",
            "to": "17:00"
          },
          {
            "day": "tuesday",
            "from": "09:00",
            "to": "17:00"
          }
        ],
        "holidays": [
          {
            "date": "2026-10-28",
            "name": "Founders’ Day"
          },
          {
            "date": "2026-12-25",
            "name": "Christmas Day"
          }
        ],
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      }
    ]
  },
  "GET /sites/{siteId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000001",
      "name": "Kings Court",
      "time_zone": "Europe/London",
      "date_order": "dmy",
      "settings": {
        "early_check_in_days": 0,
        "history_window_days": 7,
        "require_confirmed_for_check_in": true
      },
      "business_hours": [
        {
          "day": "monday",
          "from": "09:00",
          "to": "17:00"
        },
        {
          "day": "tuesday",
          "from": "09:00",
          "to": "17:00"
        }
      ],
      "holidays": [
        {
          "date": "2026-10-28",
          "name": "Founders’ Day"
        },
        {
          "date": "2026-12-25",
          "name": "Christmas Day"
        }
      ],
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "GET /sites/{siteId}/availability": {
    "type": "application/json",
    "example": {
      "from": "2027-09-18",
      "to": "2027-09-25",
      "types": [
        {
          "location_type": "01a202bf-a968-71c9-b29d-545de60a43a1",
          "name": "Flat",
          "total": 9,
          "free": 9,
          "days": [
            {
              "date": "2027-09-18",
              "free": 9,
              "total": 9
            },
            {
              "date": "2027-09-19",
              "free": 9,
              "total": 9
            }
          ]
        },
        {
          "location_type": "01a202bf-a968-71c9-b29d-5ade33f55239",
          "name": "Room",
          "total": 45,
          "free": 45,
          "days": [
            {
              "date": "2027-09-18",
              "free": 45,
              "total": 45
            },
            {
              "date": "2027-09-19",
              "free": 45,
              "total": 45
            }
          ]
        }
      ],
      "data": [
        {
          "_id": "01a202bf-a968-71c9-b29d-6e6a1512acc2",
          "name": "Flat 1A",
          "code": "N-1A",
          "location_type": "01a202bf-a968-71c9-b29d-545de60a43a1",
          "parent": "01a202bf-a968-71c9-b29d-689235aceb63",
          "floor": "1",
          "capacity": 1,
          "free": 1
        },
        {
          "_id": "01a202bf-a968-71c9-b29d-8410d6c34dff",
          "name": "Flat 1B",
          "code": "N-1B",
          "location_type": "01a202bf-a968-71c9-b29d-545de60a43a1",
          "parent": "01a202bf-a968-71c9-b29d-689235aceb63",
          "floor": "1",
          "capacity": 1,
          "free": 1
        }
      ],
      "total": 90,
      "limit": 200,
      "skip": 0
    }
  },
  "GET /sites/{siteId}/cancellation-codes": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-a8f3-72a3-9940-60d5b5c61eac",
        "code": "room_change",
        "name": "Changed rooms",
        "active": true,
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a202bf-a8f3-72a3-9940-5416e253844b",
        "code": "contract_not_signed",
        "name": "Contract not signed",
        "active": true,
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      }
    ]
  },
  "GET /sites/{siteId}/cancellation-codes/{codeId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000044",
      "code": "moved_city",
      "name": "Moved to another city",
      "active": true,
      "version": 1,
      "created_at": "2026-11-22T10:14:04.876Z",
      "updated_at": "2026-11-22T10:14:04.876Z"
    }
  },
  "GET /sites/{siteId}/categories": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-a912-7703-bb26-0042c7e8f601",
        "name": "Emergency",
        "colour": "#DC2626",
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "019aa000-0000-7000-8000-000000000045",
        "name": "Furniture",
        "colour": "#92400E",
        "version": 1,
        "created_at": "2026-11-22T10:14:04.875Z",
        "updated_at": "2026-11-22T10:14:04.875Z"
      }
    ]
  },
  "GET /sites/{siteId}/categories/{categoryId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000043",
      "name": "Plumbing",
      "colour": "#2563EB",
      "version": 1,
      "created_at": "2026-11-22T10:14:04.875Z",
      "updated_at": "2026-11-22T10:14:04.875Z"
    }
  },
  "GET /sites/{siteId}/flags": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-a945-77a5-9eb7-eccefbe59ddf",
        "name": "Early arrival",
        "colour": "#A16207",
        "version": 1,
        "created_at": "2026-11-22T10:14:04.873Z",
        "updated_at": "2026-11-22T10:14:04.873Z"
      },
      {
        "_id": "019aa000-0000-7000-8000-000000000041",
        "name": "Step-free room",
        "colour": "#0E7490",
        "version": 1,
        "created_at": "2026-11-22T10:14:04.873Z",
        "updated_at": "2026-11-22T10:14:04.873Z"
      }
    ]
  },
  "GET /sites/{siteId}/flags/{flagId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000041",
      "name": "Step-free room",
      "colour": "#0E7490",
      "version": 1,
      "created_at": "2026-11-22T10:14:04.873Z",
      "updated_at": "2026-11-22T10:14:04.873Z"
    }
  },
  "GET /sites/{siteId}/location-types": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-a968-71c9-b29d-4ef691029c51",
        "name": "Building",
        "colour": "#475569",
        "can_be_allocated_to_bookings": false,
        "version": 1,
        "created_at": "2026-11-22T10:14:04.921Z",
        "updated_at": "2026-11-22T10:14:04.921Z"
      },
      {
        "_id": "01a202bf-a968-71c9-b29d-545de60a43a1",
        "name": "Flat",
        "colour": "#0F766E",
        "cleaning_type": "weekly",
        "can_be_allocated_to_bookings": true,
        "version": 1,
        "created_at": "2026-11-22T10:14:04.921Z",
        "updated_at": "2026-11-22T10:14:04.921Z"
      }
    ]
  },
  "GET /sites/{siteId}/location-types/{locationTypeId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000011",
      "name": "Studio",
      "colour": "#7C3AED",
      "cleaning_type": "on_vacancy",
      "can_be_allocated_to_bookings": true,
      "version": 1,
      "created_at": "2026-11-22T10:14:04.921Z",
      "updated_at": "2026-11-22T10:14:04.921Z"
    }
  },
  "GET /sites/{siteId}/locations": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-a968-71c9-b29d-666db8a34f8b",
        "name": "Mill Building",
        "code": "M",
        "location_type": "01a202bf-a968-71c9-b29d-4ef691029c51",
        "parent": null,
        "floor": null,
        "capacity": 1,
        "active": true,
        "path": "Mill Building",
        "version": 1,
        "created_at": "2026-11-22T10:14:04.937Z",
        "updated_at": "2026-11-22T10:14:04.937Z"
      },
      {
        "_id": "01a202bf-a968-71c9-b29d-b7d886414038",
        "name": "Floor 1",
        "code": "M-F1",
        "location_type": "01a202bf-a968-71c9-b29d-50434f07e57b",
        "parent": "01a202bf-a968-71c9-b29d-666db8a34f8b",
        "floor": "1",
        "capacity": 1,
        "active": true,
        "path": "Mill Building / Floor 1",
        "version": 1,
        "created_at": "2026-11-22T10:14:04.937Z",
        "updated_at": "2026-11-22T10:14:04.937Z"
      }
    ]
  },
  "GET /sites/{siteId}/locations/{locationId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000022",
      "name": "Studio 101",
      "code": "M-101",
      "location_type": "019aa000-0000-7000-8000-000000000011",
      "parent": "01a202bf-a968-71c9-b29d-b7d886414038",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "Mill Building / Floor 1 / Studio 101",
      "version": 1,
      "created_at": "2026-11-22T10:14:04.937Z",
      "updated_at": "2026-11-22T10:14:04.937Z"
    }
  },
  "GET /sites/{siteId}/members": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-a71d-7255-a65a-7ff91db725dc",
        "email": "admin@lodge.example",
        "first_name": "Ada",
        "last_name": "Admin",
        "role": "admin",
        "disabled": false,
        "invited": false,
        "version": 1,
        "created_at": "2026-11-22T10:14:07.742Z",
        "updated_at": "2026-11-22T10:14:07.742Z"
      },
      {
        "_id": "01a202bf-a71d-7255-a65a-79a3fe0efbe2",
        "email": "manager@lodge.example",
        "first_name": "Marek",
        "last_name": "Manager",
        "role": "manager",
        "disabled": false,
        "invited": false,
        "version": 1,
        "created_at": "2026-11-22T10:14:07.742Z",
        "updated_at": "2026-11-22T10:14:07.742Z"
      }
    ]
  },
  "GET /sites/{siteId}/welfare-states": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-a907-714d-b144-d0899e509ebe",
        "name": "action_required",
        "colour": "#DC2626",
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a202bf-a907-714d-b144-ced7facb5432",
        "name": "monitor",
        "colour": "#CA8A04",
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      }
    ]
  },
  "GET /sites/{siteId}/welfare-states/{welfareStateId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000042",
      "name": "weekly_call",
      "colour": "#7C3AED",
      "version": 1,
      "created_at": "2026-11-22T10:14:04.875Z",
      "updated_at": "2026-11-22T10:14:04.875Z"
    }
  },
  "GET /sla-policies/{siteId}": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-a916-72ce-abed-81439f101744",
        "site": "019aa000-0000-7000-8000-000000000001",
        "name": "Emergency: 24 hours",
        "category_ids": [
          "01a202bf-a912-7703-bb26-0042c7e8f601"
        ],
        "enabled": true,
        "targets": {
          "first_response": null,
          "resolution": {
            "hours": 24,
            "minutes": 0
          },
          "escalation": null,
          "business_hours_only": false
        },
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e"
      },
      {
        "_id": "01a202bf-a95c-74ea-a381-2bcbadd35622",
        "site": "019aa000-0000-7000-8000-000000000001",
        "name": "Furniture",
        "category_ids": [
          "019aa000-0000-7000-8000-000000000045"
        ],
        "enabled": true,
        "targets": {
          "first_response": {
            "hours": 4,
            "minutes": 0
          },
          "resolution": {
            "hours": 16,
            "minutes": 0
          },
          "escalation": {
            "hours": 12,
            "minutes": 0
          },
          "business_hours_only": true
        },
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e"
      }
    ]
  },
  "GET /sla-policies/{siteId}/{policyId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000046",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Heating",
      "category_ids": [
        "01a202bf-a945-77a5-9eb7-e665acd3f221"
      ],
      "enabled": true,
      "targets": {
        "first_response": {
          "hours": 2,
          "minutes": 0
        },
        "resolution": {
          "hours": 24,
          "minutes": 0
        },
        "escalation": {
          "hours": 12,
          "minutes": 0
        },
        "business_hours_only": false
      },
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e"
    }
  },
  "GET /students/{siteId}": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-a974-76ae-a5bb-5df91f9107d5",
        "first_name": "Wei",
        "last_name": "Agarwal",
        "record_name": "Agarwal, Wei",
        "student_id": "KC00146",
        "location": "019aa000-0000-7000-8000-000000000021",
        "email": "wei.agarwal.kc00146@students.example",
        "site": "019aa000-0000-7000-8000-000000000001",
        "type": "student",
        "active": true,
        "welfare_flag": false,
        "flags": [],
        "version": 1,
        "created_at": "2026-11-22T10:14:04.988Z",
        "updated_at": "2026-11-22T10:14:04.988Z"
      },
      {
        "_id": "01a202bf-a973-7172-a083-3a264ec6f3f2",
        "first_name": "Aino",
        "last_name": "Åkesson",
        "record_name": "Åkesson, Aino",
        "student_id": "KC00074",
        "location": "019aa000-0000-7000-8000-000000000021",
        "email": "aino.akesson.kc00074@students.example",
        "site": "019aa000-0000-7000-8000-000000000001",
        "type": "student",
        "active": true,
        "welfare_flag": false,
        "flags": [],
        "version": 1,
        "created_at": "2026-11-22T10:14:04.988Z",
        "updated_at": "2026-11-22T10:14:04.988Z"
      }
    ]
  },
  "GET /students/{siteId}/{userId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000031",
      "first_name": "Zoë",
      "last_name": "Ångström",
      "record_name": "Ångström, Zoë",
      "student_id": "KC00001",
      "location": "019aa000-0000-7000-8000-000000000021",
      "email": "zoe.angstrom.kc00001@students.example",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "student",
      "active": true,
      "welfare_flag": false,
      "flags": [],
      "version": 1,
      "created_at": "2026-11-22T10:14:04.988Z",
      "updated_at": "2026-11-22T10:14:04.988Z"
    }
  },
  "GET /students/{site}/export": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-7932-7556-8222-f88237daf219",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "students_document",
      "state": "waiting",
      "progress": {
        "done": 0,
        "total": 0,
        "stage": "waiting"
      },
      "result_url": null,
      "problem": null,
      "created_at": "2026-11-22T10:14:58.098Z",
      "finished_at": null
    }
  },
  "GET /students/{site}/export-csv": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"first_name\",\"last_name\",\"email\",\"location\",\"floor\",\"type\",\"active\",\"flags\",\"welfare_state\",\"created_at\",\"updated_at\"\r\n\"KC00146\",\"Wei\",\"Agarwal\",\"wei.agarwal.kc00146@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T10:14:04.988Z\",\"2026-11-22T10:14:04.988Z\"\r\n\"KC00074\",\"Aino\",\"Åkesson\",\"aino.akesson.kc00074@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T10:14:04.988Z\",\"2026-11-22T10:14:04.988Z\"\r\n\"KC00115\",\"Mohamed\",\"Al-Hashimi\",\"mohamed.alhashimi.kc00115@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T10:14:04.988Z\",\"2026-11-22T10:14:04.988Z\"\r"
  },
  "GET /users/@me": {
    "type": "application/json",
    "example": {
      "_id": "01a202bf-a71d-7255-a65a-6f07a34b457e",
      "email": "owner@lodge.example",
      "first_name": "Olive",
      "last_name": "Owner",
      "photo_url": "data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%2064%2064%22%3E%3Crect%20width%3D%2264%22%20height%3D%2264%22%20fill%3D%22hsl(150%2045%25%2040%25)%22%2F%3E%3Ctext%20x%3D%2232%22%20y%3D%2241%22%20font-family%3D%22sans-serif%22%20font-size%3D%2226%22%20fill%3D%22%23fff%22%20text-anchor%3D%22middle%22%3EOO%3C%2Ftext%3E%3C%2Fsvg%3E"
    }
  },
  "GET /users/@me/api-keys": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-b657-7459-97aa-9ab62a34977b",
        "name": "nightly",
        "prefix": "lodge_rlho42",
        "created_at": "2026-11-21T12:00:00.000Z",
        "expires_at": null,
        "last_used_at": null,
        "scopes": [
          {
            "role": "viewer",
            "site": "019aa000-0000-7000-8000-000000000001"
          }
        ]
      }
    ]
  },
  "GET /users/@me/sessions": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a202bf-b63b-738a-a10d-d89e28f9429b",
        "current": false,
        "created_at": "2026-11-21T12:00:00.000Z",
        "renewed_at": null,
        "expires_at": "2026-11-21T20:00:00.000Z",
        "address": "127.0.0.1",
        "user_agent": "lightMyRequest"
      },
      {
        "_id": "01a202bf-b4f8-7029-af14-978a60325b2a",
        "current": true,
        "created_at": "2026-11-21T12:00:00.000Z",
        "renewed_at": null,
        "expires_at": "2026-11-21T20:00:00.000Z",
        "address": "127.0.0.1",
        "user_agent": "lightMyRequest"
      }
    ]
  },
  "PATCH /bookings/{bookingId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000051",
      "site": "019aa000-0000-7000-8000-000000000001",
      "reference": "ZD8QJY6",
      "lead_person": "01a202bf-a972-7698-afa5-03f14ee6326c",
      "additional_people": [],
      "location": "01a202bf-a968-71c9-b29d-896cbea944fb",
      "status": "confirmed",
      "phase": "due_in",
      "contract_start": "2026-11-21",
      "contract_end": "2027-06-21",
      "occupied_from": "2026-11-21",
      "occupied_to": "2027-06-21",
      "checked_in_at": null,
      "checked_out_at": null,
      "cancelled_at": null,
      "no_show_at": null,
      "cancellation_code": null,
      "cancellation_reason": null,
      "vehicle_registration": "AB12 CDE",
      "parking_expiry_at": null,
      "departure_slot_at": null,
      "flags": [],
      "notes": "Called: arrives tomorrow",
      "turnaround_days": null,
      "block_booking": null,
      "source": "manual",
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
      "allowed_transitions": [
        {
          "type": "confirm",
          "allowed": false,
          "reasons": [
            {
              "code": "already_confirmed",
              "message": "The booking is confirmed already."
            }
          ],
          "requires": []
        },
        {
          "type": "check_in",
          "allowed": true,
          "reasons": [],
          "requires": []
        }
      ],
      "warnings": []
    }
  },
  "PATCH /sites/{siteId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000001",
      "name": "Kings Court",
      "time_zone": "Europe/London",
      "date_order": "dmy",
      "settings": {
        "early_check_in_days": 1,
        "history_window_days": 7,
        "require_confirmed_for_check_in": true
      },
      "business_hours": [
        {
          "day": "monday",
          "from": "09:00",
          "to": "17:00"
        },
        {
          "day": "tuesday",
          "from": "09:00",
          "to": "17:00"
        }
      ],
      "holidays": [
        {
          "date": "2026-10-28",
          "name": "Founders’ Day"
        },
        {
          "date": "2026-12-25",
          "name": "Christmas Day"
        }
      ],
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /sites/{siteId}/cancellation-codes/{codeId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000044",
      "code": "moved_city",
      "name": "Moved to another city",
      "active": true,
      "version": 1,
      "created_at": "2026-11-22T10:14:04.876Z",
      "updated_at": "2026-11-22T10:14:04.876Z"
    }
  },
  "PATCH /sites/{siteId}/categories/{categoryId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000043",
      "name": "Plumbing",
      "colour": "#0E7490",
      "version": 2,
      "created_at": "2026-11-22T10:14:04.875Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /sites/{siteId}/flags/{flagId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000041",
      "name": "Step-free room",
      "colour": "#0E7490",
      "version": 1,
      "created_at": "2026-11-22T10:14:04.873Z",
      "updated_at": "2026-11-22T10:14:04.873Z"
    }
  },
  "PATCH /sites/{siteId}/location-types/{locationTypeId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000011"
    }
  },
  "PATCH /sites/{siteId}/locations/{locationId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000022",
      "name": "Studio 101",
      "code": "M-101",
      "location_type": "019aa000-0000-7000-8000-000000000011",
      "parent": "01a202bf-a968-71c9-b29d-b7d886414038",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "Mill Building / Floor 1 / Studio 101",
      "version": 1,
      "created_at": "2026-11-22T10:14:04.937Z",
      "updated_at": "2026-11-22T10:14:04.937Z"
    }
  },
  "PATCH /sites/{siteId}/members/{userId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000061",
      "email": "viewer@lodge.example",
      "first_name": "Victor",
      "last_name": "Viewer",
      "role": "viewer",
      "disabled": false,
      "invited": false,
      "version": 1,
      "created_at": "2026-11-22T10:14:07.742Z",
      "updated_at": "2026-11-22T10:14:07.742Z"
    }
  },
  "PATCH /sites/{siteId}/welfare-states/{welfareStateId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000042",
      "name": "weekly_call",
      "colour": "#0E7490",
      "version": 2,
      "created_at": "2026-11-22T10:14:04.875Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /students/{siteId}/{userId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000031",
      "first_name": "Zoë",
      "last_name": "Ångström",
      "record_name": "Ångström, Zoë",
      "student_id": "KC00001",
      "location": "019aa000-0000-7000-8000-000000000021",
      "email": "zoe.angstrom.kc00001@students.example",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "student",
      "active": true,
      "welfare_flag": false,
      "flags": [
        {
          "_id": "019aa000-0000-7000-8000-000000000041",
          "name": "Step-free room",
          "colour": "#0E7490"
        }
      ],
      "version": 2,
      "created_at": "2026-11-22T10:14:04.988Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /users/@me/hint": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "POST /bookings": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-7998-7183-bbd1-4f87a7c5dd70",
      "site": "019aa000-0000-7000-8000-000000000001",
      "reference": "8261DC8",
      "lead_person": "019aa000-0000-7000-8000-000000000031",
      "additional_people": [],
      "location": "019aa000-0000-7000-8000-000000000022",
      "status": "confirmed",
      "phase": "upcoming",
      "contract_start": "2027-09-18",
      "contract_end": "2028-06-30",
      "occupied_from": "2027-09-18",
      "occupied_to": "2028-06-30",
      "checked_in_at": null,
      "checked_out_at": null,
      "cancelled_at": null,
      "no_show_at": null,
      "cancellation_code": null,
      "cancellation_reason": null,
      "vehicle_registration": null,
      "parking_expiry_at": null,
      "departure_slot_at": null,
      "flags": [],
      "notes": "Arrives late in the evening",
      "turnaround_days": null,
      "block_booking": null,
      "source": "manual",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
      "allowed_transitions": [
        {
          "type": "confirm",
          "allowed": false,
          "reasons": [
            {
              "code": "already_confirmed",
              "message": "The booking is confirmed already."
            }
          ],
          "requires": []
        },
        {
          "type": "check_in",
          "allowed": false,
          "reasons": [
            {
              "code": "before_start",
              "message": "The stay starts on 2027-09-18."
            }
          ],
          "requires": []
        }
      ],
      "warnings": []
    }
  },
  "POST /bookings/bulk": {
    "type": "application/json",
    "example": {
      "block_booking": {
        "_id": "01a202c0-84df-75d1-8f26-2a148e79f839",
        "name": "Summer school 2029",
        "notes": "Invoice to the faculty"
      },
      "summary": {
        "requested": 1,
        "created": 1,
        "failed": 0,
        "rolled_back": 0
      },
      "results": [
        {
          "index": 0,
          "outcome": "created",
          "error": null,
          "booking": {
            "_id": "01a202c0-84f2-7346-8831-36cf91811120",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "8261DC8",
            "lead_person": "019aa000-0000-7000-8000-000000000031",
            "additional_people": [],
            "location": "019aa000-0000-7000-8000-000000000022",
            "status": "confirmed",
            "phase": "upcoming",
            "contract_start": "2029-07-02",
            "contract_end": "2029-07-14",
            "occupied_from": "2029-07-02",
            "occupied_to": "2029-07-14",
            "checked_in_at": null,
            "checked_out_at": null,
            "cancelled_at": null,
            "no_show_at": null,
            "cancellation_code": null,
            "cancellation_reason": null,
            "vehicle_registration": null,
            "parking_expiry_at": null,
            "departure_slot_at": null,
            "flags": [],
            "notes": null,
            "turnaround_days": null,
            "block_booking": "01a202c0-84df-75d1-8f26-2a148e79f839",
            "source": "bulk",
            "version": 1,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e"
          },
          "overridden_booking_id": null
        }
      ]
    }
  },
  "POST /bookings/import/commit": {
    "type": "application/json",
    "example": {
      "import_id": "01a202c0-a624-7728-ab38-fca73aaf6f4f",
      "status": "processing",
      "summary": {
        "created": 0,
        "updated": 0,
        "skipped": 0,
        "failed": 0,
        "persons_created": 0
      },
      "results": []
    }
  },
  "POST /bookings/import/preview": {
    "type": "application/json",
    "example": {
      "preview_id": "01a202c0-9e8d-71f6-b587-470296f51cd0",
      "generated_at": "2026-11-21T12:00:00.000Z",
      "summary": {
        "total": 2,
        "ready": 0,
        "needs_decision": 1,
        "error": 1,
        "duplicate": 0
      },
      "columns": {
        "recognised": [
          "first_name",
          "last_name"
        ],
        "unknown": []
      },
      "rows": [
        {
          "row_index": 0,
          "state": "needs_decision",
          "normalized": {
            "student_id": null,
            "first_name": "Ada",
            "last_name": "Byron",
            "email": null,
            "room": "N-101",
            "contract_start": "2029-09-18",
            "contract_end": "2030-06-30",
            "vehicle_registration": null,
            "parking_expiry": null,
            "departure_slot": null,
            "notes": null,
            "status": null,
            "booking_id": null,
            "reference": null
          },
          "person": {
            "match": "new",
            "person_id": null,
            "score": 0,
            "matched_on": [],
            "candidates": []
          },
          "location": {
            "match": "fuzzy",
            "location_id": null,
            "score": 0.45,
            "matched_on": [
              "name"
            ],
            "candidates": [
              {
                "_id": "019aa000-0000-7000-8000-000000000022",
                "path": "Mill Building / Floor 1 / Studio 101",
                "code": "M-101",
                "score": 0.45,
                "matched_on": [
                  "name"
                ]
              }
            ]
          },
          "status": {
            "value": "confirmed",
            "inferred": true,
            "reason": "The stay starts after today, 2026-11-21."
          },
          "conflicts": [],
          "planned": "create",
          "booking_id": null,
          "booking_version": null,
          "changes": [],
          "issues": [
            {
              "code": "status_inferred",
              "severity": "info",
              "message": "The stay starts after today, 2026-11-21.",
              "field": "status",
              "value": null,
              "suggestion": "confirmed"
            },
            {
              "code": "person_not_found",
              "severity": "warning",
              "message": "nobody here is like that; create the person, or choose one",
              "field": "last_name",
              "value": "Ada Byron",
              "suggestion": "create_person"
            }
          ],
          "values": {
            "first_name": "Ada",
            "last_name": "Byron",
            "room": "N-101",
            "contract_start": "18/09/2029",
            "contract_end": "2030-06-30"
          }
        },
        {
          "row_index": 1,
          "state": "error",
          "normalized": {
            "student_id": "S-999999",
            "first_name": null,
            "last_name": null,
            "email": null,
            "room": "Attic",
            "contract_start": null,
            "contract_end": null,
            "vehicle_registration": null,
            "parking_expiry": null,
            "departure_slot": null,
            "notes": null,
            "status": null,
            "booking_id": null,
            "reference": null
          },
          "person": {
            "match": "none",
            "person_id": null,
            "score": 0,
            "matched_on": [],
            "candidates": []
          },
          "location": {
            "match": "none",
            "location_id": null,
            "score": 0,
            "matched_on": [],
            "candidates": []
          },
          "status": null,
          "conflicts": [],
          "planned": "none",
          "booking_id": null,
          "booking_version": null,
          "changes": [],
          "issues": [
            {
              "code": "invalid_date",
              "severity": "error",
              "message": "is not a date that can be read; write YYYY-MM-DD",
              "field": "contract_start",
              "value": "soon",
              "suggestion": null
            },
            {
              "code": "person_not_found",
              "severity": "error",
              "message": "nobody here is like that",
              "field": "student_id",
              "value": "S-999999",
              "suggestion": null
            }
          ],
          "values": {
            "student_id": "S-999999",
            "room": "Attic",
            "contract_start": "soon"
          }
        }
      ]
    }
  },
  "POST /bookings/imports/{importId}/undo": {
    "type": "application/json",
    "example": {
      "import_id": "01a202bf-c20b-74ad-ab12-66587531b474",
      "summary": {
        "reversed": 1,
        "kept": 0,
        "blocked": 0
      },
      "results": [
        {
          "row_index": 0,
          "booking_id": "01a202bf-c26f-779a-bd02-af3a558d79d2",
          "outcome": "reversed",
          "reason": null,
          "person_id": null,
          "person_outcome": null
        }
      ]
    }
  },
  "POST /bookings/transitions/bulk": {
    "type": "application/json",
    "example": {
      "summary": {
        "requested": 2,
        "moved": 2,
        "failed": 0,
        "rolled_back": 0
      },
      "results": [
        {
          "index": 0,
          "booking_id": "019aa000-0000-7000-8000-000000000051",
          "outcome": "moved",
          "error": null,
          "booking": {
            "_id": "019aa000-0000-7000-8000-000000000051",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "ZD8QJY6",
            "lead_person": "01a202bf-a972-7698-afa5-03f14ee6326c",
            "additional_people": [],
            "location": "01a202bf-a968-71c9-b29d-896cbea944fb",
            "status": "checked_in",
            "phase": "in_house",
            "contract_start": "2026-11-21",
            "contract_end": "2027-06-21",
            "occupied_from": "2026-11-21",
            "occupied_to": "2027-06-21",
            "checked_in_at": "2026-11-21T12:00:00.000Z",
            "checked_out_at": null,
            "cancelled_at": null,
            "no_show_at": null,
            "cancellation_code": null,
            "cancellation_reason": null,
            "vehicle_registration": null,
            "parking_expiry_at": null,
            "departure_slot_at": null,
            "flags": [],
            "notes": null,
            "turnaround_days": null,
            "block_booking": null,
            "source": "manual",
            "version": 2,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
            "allowed_transitions": [
              {
                "type": "confirm",
                "allowed": false,
                "reasons": [
                  {
                    "code": "wrong_status",
                    "message": "From checked_in there is no confirm; it starts from provisional."
                  }
                ],
                "requires": []
              },
              {
                "type": "check_in",
                "allowed": false,
                "reasons": [
                  {
                    "code": "already_checked_in",
                    "message": "The booking is checked_in already."
                  }
                ],
                "requires": []
              }
            ],
            "warnings": []
          },
          "transaction": {
            "_id": "01a202c0-8a55-7519-b439-2c22047508c6",
            "site": "019aa000-0000-7000-8000-000000000001",
            "booking": "019aa000-0000-7000-8000-000000000051",
            "sequence": 2,
            "type": "check_in",
            "from_status": "confirmed",
            "to_status": "checked_in",
            "occurred_at": "2026-11-21T12:00:00.000Z",
            "recorded_at": "2026-11-21T12:00:00.000Z",
            "actor": {
              "type": "user",
              "_id": "01a202bf-a71d-7255-a65a-6f07a34b457e",
              "name": "Olive Owner"
            },
            "notes": "Key handed over",
            "cancellation_code": null,
            "cancellation_reason": null,
            "changes": [],
            "caused_by": null,
            "request_id": "01a202c0-89d9-7691-bdb2-7a5703c0677c"
          }
        },
        {
          "index": 1,
          "booking_id": "019aa000-0000-7000-8000-000000000052",
          "outcome": "moved",
          "error": null,
          "booking": {
            "_id": "019aa000-0000-7000-8000-000000000052",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "MMT6637",
            "lead_person": "01a202bf-a972-7698-afa5-054ccc35fb18",
            "additional_people": [],
            "location": "01a202bf-a968-71c9-b29d-8de7a5c3c303",
            "status": "cancelled",
            "phase": "closed",
            "contract_start": "2026-12-11",
            "contract_end": "2027-07-09",
            "occupied_from": "2026-12-11",
            "occupied_to": "2027-07-09",
            "checked_in_at": null,
            "checked_out_at": null,
            "cancelled_at": "2026-11-21T12:00:00.000Z",
            "no_show_at": null,
            "cancellation_code": "requested_by_student",
            "cancellation_reason": null,
            "vehicle_registration": null,
            "parking_expiry_at": null,
            "departure_slot_at": null,
            "flags": [],
            "notes": null,
            "turnaround_days": null,
            "block_booking": null,
            "source": "manual",
            "version": 2,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
            "allowed_transitions": [
              {
                "type": "confirm",
                "allowed": false,
                "reasons": [
                  {
                    "code": "wrong_status",
                    "message": "From cancelled there is no confirm; it starts from provisional."
                  }
                ],
                "requires": []
              },
              {
                "type": "check_in",
                "allowed": false,
                "reasons": [
                  {
                    "code": "wrong_status",
                    "message": "From cancelled there is no check_in; it starts from confirmed or provisional."
                  }
                ],
                "requires": []
              }
            ],
            "warnings": []
          },
          "transaction": {
            "_id": "01a202c0-8a27-7176-ac07-5ff4564e7ecd",
            "site": "019aa000-0000-7000-8000-000000000001",
            "booking": "019aa000-0000-7000-8000-000000000052",
            "sequence": 2,
            "type": "cancel",
            "from_status": "confirmed",
            "to_status": "cancelled",
            "occurred_at": "2026-11-21T12:00:00.000Z",
            "recorded_at": "2026-11-21T12:00:00.000Z",
            "actor": {
              "type": "user",
              "_id": "01a202bf-a71d-7255-a65a-6f07a34b457e",
              "name": "Olive Owner"
            },
            "notes": null,
            "cancellation_code": "requested_by_student",
            "cancellation_reason": null,
            "changes": [],
            "caused_by": null,
            "request_id": "01a202c0-89d9-7691-bdb2-7a5703c0677c"
          }
        }
      ]
    }
  },
  "POST /bookings/{bookingId}/swap": {
    "type": "application/json",
    "example": {
      "booking": {
        "_id": "019aa000-0000-7000-8000-000000000051",
        "site": "019aa000-0000-7000-8000-000000000001",
        "reference": "ZD8QJY6",
        "lead_person": "01a202bf-a972-7698-afa5-03f14ee6326c",
        "additional_people": [],
        "location": "01a202bf-a968-71c9-b29d-8de7a5c3c303",
        "status": "confirmed",
        "phase": "due_in",
        "contract_start": "2026-11-21",
        "contract_end": "2027-06-21",
        "occupied_from": "2026-11-21",
        "occupied_to": "2027-06-21",
        "checked_in_at": null,
        "checked_out_at": null,
        "cancelled_at": null,
        "no_show_at": null,
        "cancellation_code": null,
        "cancellation_reason": null,
        "vehicle_registration": null,
        "parking_expiry_at": null,
        "departure_slot_at": null,
        "flags": [],
        "notes": null,
        "turnaround_days": null,
        "block_booking": null,
        "source": "manual",
        "version": 2,
        "created_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
        "allowed_transitions": [
          {
            "type": "confirm",
            "allowed": false,
            "reasons": [
              {
                "code": "already_confirmed",
                "message": "The booking is confirmed already."
              }
            ],
            "requires": []
          },
          {
            "type": "check_in",
            "allowed": true,
            "reasons": [],
            "requires": []
          }
        ],
        "warnings": []
      },
      "with_booking": {
        "_id": "019aa000-0000-7000-8000-000000000052",
        "site": "019aa000-0000-7000-8000-000000000001",
        "reference": "MMT6637",
        "lead_person": "01a202bf-a972-7698-afa5-054ccc35fb18",
        "additional_people": [],
        "location": "01a202bf-a968-71c9-b29d-896cbea944fb",
        "status": "confirmed",
        "phase": "upcoming",
        "contract_start": "2026-12-11",
        "contract_end": "2027-07-09",
        "occupied_from": "2026-12-11",
        "occupied_to": "2027-07-09",
        "checked_in_at": null,
        "checked_out_at": null,
        "cancelled_at": null,
        "no_show_at": null,
        "cancellation_code": null,
        "cancellation_reason": null,
        "vehicle_registration": null,
        "parking_expiry_at": null,
        "departure_slot_at": null,
        "flags": [],
        "notes": null,
        "turnaround_days": null,
        "block_booking": null,
        "source": "manual",
        "version": 2,
        "created_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
        "allowed_transitions": [
          {
            "type": "confirm",
            "allowed": false,
            "reasons": [
              {
                "code": "already_confirmed",
                "message": "The booking is confirmed already."
              }
            ],
            "requires": []
          },
          {
            "type": "check_in",
            "allowed": false,
            "reasons": [
              {
                "code": "before_start",
                "message": "The stay starts on 2026-12-11."
              }
            ],
            "requires": []
          }
        ],
        "warnings": []
      }
    }
  },
  "POST /bookings/{bookingId}/transitions": {
    "type": "application/json",
    "example": {
      "booking": {
        "_id": "019aa000-0000-7000-8000-000000000051",
        "site": "019aa000-0000-7000-8000-000000000001",
        "reference": "ZD8QJY6",
        "lead_person": "01a202bf-a972-7698-afa5-03f14ee6326c",
        "additional_people": [],
        "location": "01a202bf-a968-71c9-b29d-896cbea944fb",
        "status": "checked_in",
        "phase": "in_house",
        "contract_start": "2026-11-21",
        "contract_end": "2027-06-21",
        "occupied_from": "2026-11-21",
        "occupied_to": "2027-06-21",
        "checked_in_at": "2026-11-21T12:00:00.000Z",
        "checked_out_at": null,
        "cancelled_at": null,
        "no_show_at": null,
        "cancellation_code": null,
        "cancellation_reason": null,
        "vehicle_registration": null,
        "parking_expiry_at": null,
        "departure_slot_at": null,
        "flags": [],
        "notes": null,
        "turnaround_days": null,
        "block_booking": null,
        "source": "manual",
        "version": 2,
        "created_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a202bf-a71d-7255-a65a-6f07a34b457e",
        "allowed_transitions": [
          {
            "type": "confirm",
            "allowed": false,
            "reasons": [
              {
                "code": "wrong_status",
                "message": "From checked_in there is no confirm; it starts from provisional."
              }
            ],
            "requires": []
          },
          {
            "type": "check_in",
            "allowed": false,
            "reasons": [
              {
                "code": "already_checked_in",
                "message": "The booking is checked_in already."
              }
            ],
            "requires": []
          }
        ],
        "warnings": []
      },
      "transaction": {
        "_id": "01a202c0-8f9b-763f-8706-a9837693229b",
        "site": "019aa000-0000-7000-8000-000000000001",
        "booking": "019aa000-0000-7000-8000-000000000051",
        "sequence": 2,
        "type": "check_in",
        "from_status": "confirmed",
        "to_status": "checked_in",
        "occurred_at": "2026-11-21T12:00:00.000Z",
        "recorded_at": "2026-11-21T12:00:00.000Z",
        "actor": {
          "type": "user",
          "_id": "01a202bf-a71d-7255-a65a-6f07a34b457e",
          "name": "Olive Owner"
        },
        "notes": "Key handed over",
        "cancellation_code": null,
        "cancellation_reason": null,
        "changes": [],
        "caused_by": null,
        "request_id": "01a202c0-8f77-70dc-bbed-3bfdc3657bad"
      }
    }
  },
  "POST /sites": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-32c2-733f-98a4-f68c15977a13",
      "name": "Castle Wharf",
      "time_zone": "Europe/London",
      "date_order": "dmy",
      "settings": {
        "early_check_in_days": 0,
        "history_window_days": 7,
        "require_confirmed_for_check_in": true
      },
      "business_hours": [
        {
          "day": "monday",
          "from": "09:00",
          "to": "17:00"
        },
        {
          "day": "tuesday",
          "from": "09:00",
          "to": "17:00"
        }
      ],
      "holidays": [],
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/cancellation-codes": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-3612-739f-aa30-e4b634245106",
      "code": "course_closed",
      "name": "Course closed",
      "active": true,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/categories": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-43fe-77f1-93e6-77b7d48a9a48",
      "name": "A new category",
      "colour": "#2F6FED",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/flags": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-3a50-732f-9eb2-a13193a66763",
      "name": "A new flag",
      "colour": "#2F6FED",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/location-types": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-4f88-707b-a440-1b8f9ec91062",
      "name": "Ensuite room",
      "colour": "#2F6FED",
      "can_be_allocated_to_bookings": true
    }
  },
  "POST /sites/{siteId}/locations": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-5542-75a9-92d4-1806525954e1",
      "name": "Studio 113",
      "code": "M-113",
      "location_type": "019aa000-0000-7000-8000-000000000011",
      "parent": "019aa000-0000-7000-8000-000000000021",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "North House / Studio 113",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/members": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-0c65-7006-85e6-90cc7666da01",
      "email": "nadia@lodge.example",
      "first_name": "Nadia",
      "last_name": "Night",
      "role": "reception",
      "disabled": false,
      "invited": true,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/welfare-states": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-3f19-7079-9864-7664b96fd0d8",
      "name": "A new welfare state",
      "colour": "#2F6FED",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sla-policies/{siteId}": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-4930-75ef-be6f-f09caa315cd9",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Plumbing",
      "category_ids": [
        "019aa000-0000-7000-8000-000000000043"
      ],
      "enabled": true,
      "targets": {
        "first_response": {
          "hours": 4,
          "minutes": 0
        },
        "resolution": {
          "hours": 40,
          "minutes": 0
        },
        "escalation": {
          "hours": 24,
          "minutes": 0
        },
        "business_hours_only": true
      },
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e"
    }
  },
  "POST /sla-policies/{siteId}/evaluate": {
    "type": "application/json",
    "example": {
      "policy": {
        "_id": "01a202bf-a95c-74ea-a381-2bcbadd35622",
        "name": "Furniture"
      },
      "category_id": "019aa000-0000-7000-8000-000000000045",
      "opened_at": "2026-10-23T13:00:00.000Z",
      "now": "2026-10-27T15:00:00.000Z",
      "state": "running",
      "business_hours_only": true,
      "targets": {
        "first_response": {
          "due_at": "2026-10-26T10:00:00.000Z",
          "remaining": 5400,
          "breached": false,
          "met_at": "2026-10-23T15:30:00.000Z"
        },
        "resolution": {
          "due_at": "2026-10-29T16:00:00.000Z",
          "remaining": 32400,
          "breached": false,
          "met_at": null
        },
        "escalation": {
          "due_at": "2026-10-29T12:00:00.000Z",
          "remaining": 18000,
          "breached": false,
          "met_at": null
        }
      }
    }
  },
  "POST /students": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-5db3-7776-a23e-887baa74f15a",
      "site": "019aa000-0000-7000-8000-000000000001",
      "email": "grace.hopper@students.example",
      "first_name": "Grace",
      "last_name": "Hopper",
      "location": "019aa000-0000-7000-8000-000000000021",
      "student_id": "S-K2RCM4PW",
      "record_name": "Hopper, Grace",
      "type": "student",
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "version": 1
    }
  },
  "POST /students/{siteId}/{userId}/erase": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "POST /students/{siteId}/{userId}/photo": {
    "type": "application/json",
    "example": {
      "url": "http://localhost/files/uploads/01a202c0-6fa4-753d-8e8f-1bd22c48580d?expires=1795263000&type=image%2Fjpeg&max=5242880&signature=...",
      "object_id": "01a202c0-6fa4-753d-8e8f-1bd22c48580d"
    }
  },
  "POST /students/{site}/import": {
    "type": "application/json",
    "example": {
      "students": [
        {
          "_id": "019aa000-0000-7000-8000-000000000031",
          "email": "zoe.angstrom.kc00001@students.example",
          "first_name": "Zoë",
          "last_name": "Ångström",
          "location": "019aa000-0000-7000-8000-000000000022",
          "student_id": "KC00001",
          "site": "019aa000-0000-7000-8000-000000000001",
          "active": true
        },
        {
          "_id": "",
          "email": "grace.hopper@students.example",
          "first_name": "Grace",
          "last_name": "Hopper",
          "location": "01a202bf-a968-71c9-b29d-bdaa47b61422",
          "student_id": "KC09001",
          "site": "019aa000-0000-7000-8000-000000000001",
          "active": true
        }
      ],
      "exceptions": [
        {
          "email": "",
          "first_name": "Alan",
          "last_name": "Turing",
          "location": "Attic",
          "student_id": "KC09002",
          "cause": "location_not_found",
          "existing_record_id": ""
        }
      ]
    }
  },
  "POST /users/@me/api-keys": {
    "type": "application/json",
    "example": {
      "_id": "01a202c0-2f8e-77df-b55e-345dd14754a5",
      "name": "Nightly report",
      "prefix": "lodge__j_VN3",
      "created_at": "2026-11-21T12:00:00.000Z",
      "expires_at": null,
      "last_used_at": null,
      "scopes": [
        {
          "role": "viewer",
          "site": "019aa000-0000-7000-8000-000000000001"
        }
      ],
      "key": "lodge_the-key-is-shown-once"
    }
  },
  "POST /users/avatar": {
    "type": "application/json",
    "example": {
      "url": "http://localhost/files/uploads/01a202c0-680a-7386-b179-48d1f9a3de61?expires=1795263000&type=image%2Fjpeg&max=5242880&signature=...",
      "object_id": "01a202c0-680a-7386-b179-48d1f9a3de61"
    }
  },
  "POST /users/password-reset/request": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "POST /users/password-reset/reset": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "POST /users/sessions": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "POST /users/sessions/refresh": {
    "type": "application/json",
    "example": {
      "access": true
    }
  },
  "PUT /sla-policies/{siteId}/{policyId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000046",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Heating",
      "category_ids": [
        "01a202bf-a945-77a5-9eb7-e665acd3f221"
      ],
      "enabled": true,
      "targets": {
        "first_response": {
          "hours": 1,
          "minutes": 30
        },
        "resolution": {
          "hours": 48,
          "minutes": 0
        },
        "escalation": null,
        "business_hours_only": false
      },
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a202bf-a71d-7255-a65a-6f07a34b457e"
    }
  },
  "PUT /students/{siteId}/{userId}/photo": {
    "type": "application/json",
    "example": {
      "raw_url": "http://localhost/pictures/01a202c0-73f2-76b3-925d-28f4c7de190e",
      "source_uri": "http://localhost/files/pictures/01a202c0-73f2-76b3-925d-28f4c7de190e.webp?expires=1795263000&signature=...",
      "uploaded": true,
      "object_id": "01a202bf-d666-7344-be2e-f0d3ea064151"
    }
  },
  "PUT /users/avatar": {
    "type": "application/json",
    "example": {
      "raw_url": "http://localhost/pictures/01a202c0-6baa-7394-a726-f1d3492ebaf5",
      "source_uri": "http://localhost/files/pictures/01a202c0-6baa-7394-a726-f1d3492ebaf5.webp?expires=1795263000&signature=...",
      "uploaded": true,
      "object_id": "01a202bf-d646-7038-b07a-ed893c458265"
    }
  }
};
