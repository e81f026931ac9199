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
  "DELETE /sites/{siteId}/members/{userId}/api-keys/{keyId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /sites/{siteId}/members/{userId}/sessions": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /sites/{siteId}/members/{userId}/sessions/{sessionId}": {
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
  "GET /audit": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "_id": "01a2038e-6473-743f-b06e-b29a0a508d55",
          "site": null,
          "at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "019aa000-0000-7000-8000-000000000061",
            "name": "Victor Viewer"
          },
          "action": "api_key.created",
          "resource": {
            "kind": "api_key",
            "_id": "01a2038e-646e-7465-bf23-5d7527e1211a"
          },
          "changes": [
            {
              "to": "viewer",
              "from": null,
              "field": "scopes/019aa000-0000-7000-8000-000000000001"
            }
          ],
          "emptied_at": null,
          "request_id": "01a2038e-6469-76ee-8215-a6040aa4493c"
        },
        {
          "_id": "01a2038e-6464-7415-88f2-e01f01081845",
          "site": null,
          "at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "019aa000-0000-7000-8000-000000000061",
            "name": "Victor Viewer"
          },
          "action": "session.created",
          "resource": {
            "kind": "session",
            "_id": "01a2038e-6462-70fe-b374-02268fa11aa9"
          },
          "changes": [
            {
              "to": "127.0.0.1",
              "from": null,
              "field": "address"
            }
          ],
          "emptied_at": null,
          "request_id": null
        }
      ],
      "next_cursor": null
    }
  },
  "GET /block-bookings": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "_id": "01a2038e-41e7-706f-b587-1bfa8b20a522",
          "site": "019aa000-0000-7000-8000-000000000001",
          "name": "Summer school",
          "notes": "Invoice to the faculty of music",
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
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
      "_id": "01a2038e-41e7-706f-b587-1bfa8b20a522",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Summer school",
      "notes": "Invoice to the faculty of music",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
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
          "_id": "01a2038e-398e-771b-9b09-ce6abd997d75",
          "site": "019aa000-0000-7000-8000-000000000001",
          "reference": "A5Q8ZS5",
          "lead_person": "01a2038e-3920-73d3-966d-97cca10fc2d9",
          "additional_people": [],
          "location": "01a2038e-391f-700d-aa8c-1e9666b60884",
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
          "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
        },
        {
          "_id": "01a2038e-398e-771b-9b09-fe78d28b9161",
          "site": "019aa000-0000-7000-8000-000000000001",
          "reference": "KFBNBZK",
          "lead_person": "01a2038e-3925-7730-ae16-6d6705e37421",
          "additional_people": [],
          "location": "01a2038e-391f-700d-aa8c-6ee62695e746",
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
          "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
        }
      ],
      "total": 80,
      "total_exact": true,
      "limit": 50,
      "skip": 0,
      "next_cursor": "WyJjb250cmFjdF9zdGFydCIsIjIwMjYtMTEtMTIiLCIwMWEyMDM4ZS0zOThmLTc0OGUtYmFjYS05MWEyOTIxOGU4YWIiXQ"
    }
  },
  "GET /bookings/export": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"first_name\",\"last_name\",\"email\",\"room\",\"contract_start\",\"contract_end\",\"vehicle_registration\",\"parking_expiry\",\"departure_slot\",\"notes\",\"booking_id\",\"reference\",\"status\",\"phase\",\"block_booking\",\"flags\",\"additional_people\",\"checked_in_at\",\"checked_out_at\",\"cancellation_code\",\"created_at\",\"updated_at\"\r\n\"KC00006\",\"Vasco\",\"Vieira\",\"vasco.vieira.kc00006@students.example\",\"N-1A5\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a2038e-398e-771b-9b09-ce6abd997d75\",\"A5Q8ZS5\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r\n\"KC00020\",\"Raluca\",\"Constantinescu\",\"raluca.constantinescu.kc00020@students.example\",\"M-107\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a2038e-398e-771b-9b09-fe78d28b9161\",\"KFBNBZK\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r\n\"KC00034\",\"Filipa\",\"Mendes\",\"filipa.mendes.kc00034@students.example\",\"N-2C1\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a2038e-398f-748e-baca-6d8a11d28bb9\",\"WS01R61\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r"
  },
  "GET /bookings/imports/{importId}": {
    "type": "application/json",
    "example": {
      "import_id": "01a2038e-6198-75db-bc63-a1ebf639cd8c",
      "status": "completed",
      "undone": null,
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
          "booking_id": "01a2038e-6272-7646-905b-651e9852db13",
          "person_id": "01a2038e-3920-73d3-966d-846052515ff8",
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
      "lead_person": "01a2038e-3920-73d3-966d-9a86b628d357",
      "additional_people": [],
      "location": "01a2038e-391f-700d-aa8c-2447b5c13887",
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
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "stays": [
        {
          "location": "01a2038e-391f-700d-aa8c-2447b5c13887",
          "from": "2026-11-21",
          "to": "2027-06-21",
          "state": "held"
        }
      ],
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
      "_id": "01a2038e-b5bb-752a-9404-11a81c240d44",
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
      "created_at": "2026-11-22T14:00:14.013Z",
      "finished_at": null
    }
  },
  "GET /bookings/{bookingId}/transactions": {
    "type": "application/json",
    "example": {
      "total": 1,
      "data": [
        {
          "_id": "01a2038e-3b32-75c7-b4ad-eb42d13e9b9c",
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
            "_id": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
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
        "schema": {
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
      "_id": "01a2038e-6198-75db-bc63-a1ebf639cd8c",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "booking_import",
      "state": "completed",
      "progress": {
        "done": 1,
        "total": 1,
        "stage": "completed"
      },
      "result_url": "/bookings/imports/01a2038e-6198-75db-bc63-a1ebf639cd8c?site=019aa000-0000-7000-8000-000000000001",
      "problem": null,
      "created_at": "2026-11-22T13:59:52.484Z",
      "finished_at": "2026-11-22T13:59:52.753Z"
    }
  },
  "GET /jobs/{jobId}/events": {
    "type": "text/event-stream",
    "example": "event: progress\ndata: {\"_id\":\"01a2038e-6198-75db-bc63-a1ebf639cd8c\",\"site\":\"019aa000-0000-7000-8000-000000000001\",\"kind\":\"booking_import\",\"state\":\"completed\",\"progress\":{\"done\":1,\"total\":1,\"stage\":\"completed\"},\"result_url\":\"/bookings/imports/01a2038e-6198-75db-bc63-a1ebf639cd8c?site=019aa000-0000-7000-8000-000000000001\",\"problem\":null,\"created_at\":\"2026-11-22T13:59:52.484Z\",\"finished_at\":\"2026-11-22T13:59:52.753Z\"}\n\n"
  },
  "GET /sites": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-2b31-707d-8cfb-ab6952c395b7",
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
  "GET /sites/{siteId}/audit": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "_id": "01a2038e-6ebf-7492-9f7e-4d7477128b14",
          "site": "019aa000-0000-7000-8000-000000000001",
          "at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
            "name": "Olive Owner"
          },
          "action": "student.photo_changed",
          "resource": {
            "kind": "student",
            "_id": "01a2038e-3920-73d3-966d-846052515ff8"
          },
          "changes": [],
          "emptied_at": null,
          "request_id": "01a2038e-6e32-731f-8e09-8bffb10dbc91"
        },
        {
          "_id": "01a2038e-648f-7121-8ff5-ba55e63177c6",
          "site": "019aa000-0000-7000-8000-000000000001",
          "at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
            "name": "Olive Owner"
          },
          "action": "students_document.ordered",
          "resource": {
            "kind": "document",
            "_id": "01a2038e-648b-774c-83af-8651955697a5"
          },
          "changes": [
            {
              "from": null,
              "field": "sort_by"
            },
            {
              "to": false,
              "from": null,
              "field": "include_photo"
            }
          ],
          "emptied_at": null,
          "request_id": "01a2038e-6488-7693-ae59-d95bde772ba2"
        }
      ],
      "next_cursor": null
    }
  },
  "GET /sites/{siteId}/availability": {
    "type": "application/json",
    "example": {
      "from": "2027-09-18",
      "to": "2027-09-25",
      "types": [
        {
          "location_type": "01a2038e-391e-71a4-bec9-f7479efbaf9a",
          "name": "Flat",
          "total": 9,
          "free": 8,
          "days": [
            {
              "date": "2027-09-18",
              "free": 8,
              "total": 9
            },
            {
              "date": "2027-09-19",
              "free": 8,
              "total": 9
            }
          ]
        },
        {
          "location_type": "01a2038e-391e-71a4-bec9-f8750ce4dfb9",
          "name": "Room",
          "total": 45,
          "free": 44,
          "days": [
            {
              "date": "2027-09-18",
              "free": 44,
              "total": 45
            },
            {
              "date": "2027-09-19",
              "free": 44,
              "total": 45
            }
          ]
        }
      ],
      "data": [
        {
          "_id": "01a2038e-391f-700d-aa8c-0ab2661badfa",
          "name": "Flat 1A",
          "code": "N-1A",
          "location_type": "01a2038e-391e-71a4-bec9-f7479efbaf9a",
          "parent": "01a2038e-391f-700d-aa8c-07a7fc9d747a",
          "floor": "1",
          "capacity": 1,
          "free": 1
        },
        {
          "_id": "01a2038e-391f-700d-aa8c-23084eaabbb3",
          "name": "Flat 1B",
          "code": "N-1B",
          "location_type": "01a2038e-391e-71a4-bec9-f7479efbaf9a",
          "parent": "01a2038e-391f-700d-aa8c-07a7fc9d747a",
          "floor": "1",
          "capacity": 1,
          "free": 1
        }
      ],
      "total": 88,
      "limit": 200,
      "skip": 0
    }
  },
  "GET /sites/{siteId}/cancellation-codes": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-388e-765e-8f8e-6dcc1655b281",
        "code": "room_change",
        "name": "Changed rooms",
        "active": true,
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a2038e-388e-765e-8f8e-61864742cac6",
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
      "created_at": "2026-11-22T13:59:42.062Z",
      "updated_at": "2026-11-22T13:59:42.062Z"
    }
  },
  "GET /sites/{siteId}/categories": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-38a9-7540-954f-73807a512e99",
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
        "created_at": "2026-11-22T13:59:42.052Z",
        "updated_at": "2026-11-22T13:59:42.052Z"
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
      "created_at": "2026-11-22T13:59:42.052Z",
      "updated_at": "2026-11-22T13:59:42.052Z"
    }
  },
  "GET /sites/{siteId}/closures": {
    "type": "application/json",
    "example": {
      "total": 1,
      "data": [
        {
          "_id": "019aa000-0000-7000-8000-000000000053",
          "site": "019aa000-0000-7000-8000-000000000001",
          "location": "01a2038e-3920-73d3-966d-36fc21286f5e",
          "from": "2027-09-17",
          "to": "2027-10-01",
          "kind": "maintenance",
          "reason": "New windows",
          "notes": null,
          "version": 1,
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
        }
      ],
      "limit": 50,
      "skip": 0
    }
  },
  "GET /sites/{siteId}/closures/{closureId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000053",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "01a2038e-3920-73d3-966d-36fc21286f5e",
      "from": "2027-09-17",
      "to": "2027-10-01",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
    }
  },
  "GET /sites/{siteId}/flags": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-38e2-7778-b775-860191afda6d",
        "name": "Early arrival",
        "colour": "#A16207",
        "version": 1,
        "created_at": "2026-11-22T13:59:42.050Z",
        "updated_at": "2026-11-22T13:59:42.050Z"
      },
      {
        "_id": "019aa000-0000-7000-8000-000000000041",
        "name": "Step-free room",
        "colour": "#0E7490",
        "version": 1,
        "created_at": "2026-11-22T13:59:42.050Z",
        "updated_at": "2026-11-22T13:59:42.050Z"
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
      "created_at": "2026-11-22T13:59:42.050Z",
      "updated_at": "2026-11-22T13:59:42.050Z"
    }
  },
  "GET /sites/{siteId}/location-types": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-391e-71a4-bec9-efaf73433d2e",
        "name": "Building",
        "colour": "#475569",
        "can_be_allocated_to_bookings": false,
        "turnaround_days": 0,
        "version": 1,
        "created_at": "2026-11-22T13:59:42.125Z",
        "updated_at": "2026-11-22T13:59:42.125Z"
      },
      {
        "_id": "01a2038e-391e-71a4-bec9-f7479efbaf9a",
        "name": "Flat",
        "colour": "#0F766E",
        "cleaning_type": "weekly",
        "can_be_allocated_to_bookings": true,
        "turnaround_days": 0,
        "version": 1,
        "created_at": "2026-11-22T13:59:42.125Z",
        "updated_at": "2026-11-22T13:59:42.125Z"
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
      "turnaround_days": 0,
      "version": 1,
      "created_at": "2026-11-22T13:59:42.125Z",
      "updated_at": "2026-11-22T13:59:42.125Z"
    }
  },
  "GET /sites/{siteId}/locations": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-391f-700d-aa8c-019563e15eaf",
        "name": "Mill Building",
        "code": "M",
        "location_type": "01a2038e-391e-71a4-bec9-efaf73433d2e",
        "parent": null,
        "floor": null,
        "capacity": 1,
        "active": true,
        "path": "Mill Building",
        "version": 1,
        "created_at": "2026-11-22T13:59:42.127Z",
        "updated_at": "2026-11-22T13:59:42.127Z"
      },
      {
        "_id": "01a2038e-391f-700d-aa8c-510e1b6af604",
        "name": "Floor 1",
        "code": "M-F1",
        "location_type": "01a2038e-391e-71a4-bec9-f1da1f9e7dc4",
        "parent": "01a2038e-391f-700d-aa8c-019563e15eaf",
        "floor": "1",
        "capacity": 1,
        "active": true,
        "path": "Mill Building / Floor 1",
        "version": 1,
        "created_at": "2026-11-22T13:59:42.127Z",
        "updated_at": "2026-11-22T13:59:42.127Z"
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
      "parent": "01a2038e-391f-700d-aa8c-510e1b6af604",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "Mill Building / Floor 1 / Studio 101",
      "version": 1,
      "created_at": "2026-11-22T13:59:42.127Z",
      "updated_at": "2026-11-22T13:59:42.127Z"
    }
  },
  "GET /sites/{siteId}/locations/{locationId}/calendar": {
    "type": "application/json",
    "example": {
      "from": "2026-11-01",
      "to": "2026-12-01",
      "total": 1,
      "data": [
        {
          "location": "019aa000-0000-7000-8000-000000000022",
          "name": "Studio 101",
          "code": "M-101",
          "path": "Studio 101",
          "slot": 1,
          "entries": []
        }
      ],
      "limit": 200,
      "skip": 0
    }
  },
  "GET /sites/{siteId}/members": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-6392-7399-9925-5764966f7eaf",
        "email": "owner@lodge.example",
        "first_name": "",
        "last_name": "",
        "role": "viewer",
        "state": "invited",
        "disabled": false,
        "invited": true,
        "invitation_mail": "sent",
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a2038e-37c0-73c7-9c2d-eea8b3b351b8",
        "email": "admin@lodge.example",
        "first_name": "Ada",
        "last_name": "Admin",
        "role": "admin",
        "state": "active",
        "disabled": false,
        "invited": false,
        "invitation_mail": null,
        "version": 1,
        "created_at": "2026-11-22T13:59:46.645Z",
        "updated_at": "2026-11-22T13:59:46.645Z"
      }
    ]
  },
  "GET /sites/{siteId}/members/{userId}/api-keys": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-646e-7465-bf23-5d7527e1211a",
        "name": "lists",
        "prefix": "lodge_W1RIXR",
        "created_at": "2026-11-21T12:00:00.000Z",
        "expires_at": "2027-11-21T12:00:00.000Z",
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
  "GET /sites/{siteId}/members/{userId}/sessions": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-6462-70fe-b374-02268fa11aa9",
        "current": false,
        "created_at": "2026-11-21T12:00:00.000Z",
        "renewed_at": null,
        "expires_at": "2026-11-21T20:00:00.000Z",
        "address": "127.0.0.1",
        "user_agent": "lightMyRequest"
      }
    ]
  },
  "GET /sites/{siteId}/occupancy": {
    "type": "application/json",
    "example": {
      "from": "2026-11-01",
      "to": "2026-11-08",
      "group_by": "day",
      "data": [
        {
          "_id": null,
          "name": null,
          "days": [
            {
              "date": "2026-11-01",
              "free": 55,
              "held": 0,
              "closed": 0,
              "arrivals": 0,
              "capacity": 87,
              "in_house": 32,
              "departures": 0,
              "turnaround": 0
            },
            {
              "date": "2026-11-02",
              "free": 55,
              "held": 0,
              "closed": 0,
              "arrivals": 0,
              "capacity": 87,
              "in_house": 32,
              "departures": 0,
              "turnaround": 0
            }
          ]
        }
      ]
    }
  },
  "GET /sites/{siteId}/welfare-states": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-38a1-70c8-84bd-68f5833fd24b",
        "name": "action_required",
        "colour": "#DC2626",
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a2038e-38a1-70c8-84bd-64eb8713d679",
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
      "created_at": "2026-11-22T13:59:42.057Z",
      "updated_at": "2026-11-22T13:59:42.057Z"
    }
  },
  "GET /sla-policies/{siteId}": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-38af-74ad-b00e-a039a95f0c73",
        "site": "019aa000-0000-7000-8000-000000000001",
        "name": "Emergency: 24 hours",
        "category_ids": [
          "01a2038e-38a9-7540-954f-73807a512e99"
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
        "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
      },
      {
        "_id": "01a2038e-3905-74c3-8a9b-3b1a35c1bd02",
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
        "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
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
        "01a2038e-38e2-7778-b775-7ddafe67c0eb"
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
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
    }
  },
  "GET /students/{siteId}": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-3927-7086-b13c-42103b3e0a15",
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
        "created_at": "2026-11-22T13:59:42.170Z",
        "updated_at": "2026-11-22T13:59:42.170Z"
      },
      {
        "_id": "01a2038e-3926-74e5-b8e9-4d781fc59770",
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
        "created_at": "2026-11-22T13:59:42.170Z",
        "updated_at": "2026-11-22T13:59:42.170Z"
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
      "created_at": "2026-11-22T13:59:42.170Z",
      "updated_at": "2026-11-22T13:59:42.170Z"
    }
  },
  "GET /students/{siteId}/{userId}/data": {
    "type": "application/json",
    "example": {
      "person": {
        "_id": "019aa000-0000-7000-8000-000000000031",
        "student_id": "KC00001",
        "first_name": "Zoë",
        "last_name": "Ångström",
        "email": "zoe.angstrom.kc00001@students.example",
        "type": "student",
        "active": true,
        "location": "North House",
        "photo_url": null,
        "welfare_flag": false,
        "welfare_state": null,
        "flags": [],
        "created_at": "2026-11-22T13:59:42.170Z",
        "updated_at": "2026-11-22T13:59:42.170Z",
        "deleted_at": null
      },
      "bookings": [],
      "imported_rows": [],
      "recorded": [],
      "kept_answers": []
    }
  },
  "GET /students/{site}/export": {
    "type": "application/json",
    "example": {
      "_id": "01a2038e-b58c-74f6-b6c8-a3f97a85ddd6",
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
      "created_at": "2026-11-22T14:00:13.965Z",
      "finished_at": null
    }
  },
  "GET /students/{site}/export-csv": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"first_name\",\"last_name\",\"email\",\"location\",\"floor\",\"type\",\"active\",\"flags\",\"welfare_state\",\"created_at\",\"updated_at\"\r\n\"KC00146\",\"Wei\",\"Agarwal\",\"wei.agarwal.kc00146@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T13:59:42.170Z\",\"2026-11-22T13:59:42.170Z\"\r\n\"KC00074\",\"Aino\",\"Åkesson\",\"aino.akesson.kc00074@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T13:59:42.170Z\",\"2026-11-22T13:59:42.170Z\"\r\n\"KC00115\",\"Mohamed\",\"Al-Hashimi\",\"mohamed.alhashimi.kc00115@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T13:59:42.170Z\",\"2026-11-22T13:59:42.170Z\"\r"
  },
  "GET /students/{site}/imports/{importId}": {
    "type": "application/json",
    "example": {
      "import_id": "01a2038e-6359-7412-a5de-554e0c3fc66d",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "partial",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "summary": {
        "created": 1,
        "changed": 0,
        "unchanged": 0,
        "deactivated": 0
      },
      "undone": null,
      "students": [
        {
          "_id": "01a2038e-6346-7229-8d99-89fd98788ea6",
          "action": "created",
          "changes": [],
          "undo_outcome": null,
          "undo_reason": null
        }
      ]
    }
  },
  "GET /users/@me": {
    "type": "application/json",
    "example": {
      "_id": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "email": "owner@lodge.example",
      "first_name": "Olive",
      "last_name": "Owner",
      "photo_url": "data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%2064%2064%22%3E%3Crect%20width%3D%2264%22%20height%3D%2264%22%20fill%3D%22hsl(231%2045%25%2040%25)%22%2F%3E%3Ctext%20x%3D%2232%22%20y%3D%2241%22%20font-family%3D%22sans-serif%22%20font-size%3D%2226%22%20fill%3D%22%23fff%22%20text-anchor%3D%22middle%22%3EOO%3C%2Ftext%3E%3C%2Fsvg%3E"
    }
  },
  "GET /users/@me/api-keys": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-4f0a-74ad-831c-0180fde85bef",
        "name": "nightly",
        "prefix": "lodge_XbTZHD",
        "created_at": "2026-11-21T12:00:00.000Z",
        "expires_at": "2027-11-21T12:00:00.000Z",
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
  "GET /users/@me/invitations": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-6392-7399-9925-5764966f7eaf",
        "site": {
          "_id": "019aa000-0000-7000-8000-000000000001",
          "name": "Kings Court"
        },
        "role": "viewer",
        "invited_by": "Olive Owner",
        "created_at": "2026-11-21T12:00:00.000Z",
        "expires_at": "2026-11-28T12:00:00.000Z"
      }
    ]
  },
  "GET /users/@me/sessions": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2038e-4e76-7772-a5fd-3d0585b6a904",
        "current": false,
        "created_at": "2026-11-21T12:00:00.000Z",
        "renewed_at": null,
        "expires_at": "2026-11-21T20:00:00.000Z",
        "address": "127.0.0.1",
        "user_agent": "lightMyRequest"
      },
      {
        "_id": "01a2038e-4b9e-746b-bab6-b1c9a287e018",
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
      "lead_person": "01a2038e-3920-73d3-966d-9a86b628d357",
      "additional_people": [],
      "location": "01a2038e-391f-700d-aa8c-2447b5c13887",
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
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "stays": [
        {
          "location": "01a2038e-391f-700d-aa8c-2447b5c13887",
          "from": "2026-11-21",
          "to": "2027-06-21",
          "state": "held"
        }
      ],
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
      "created_at": "2026-11-22T13:59:42.062Z",
      "updated_at": "2026-11-22T13:59:42.062Z"
    }
  },
  "PATCH /sites/{siteId}/categories/{categoryId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000043",
      "name": "Plumbing",
      "colour": "#0E7490",
      "version": 2,
      "created_at": "2026-11-22T13:59:42.052Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /sites/{siteId}/closures/{closureId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000053",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "01a2038e-3920-73d3-966d-36fc21286f5e",
      "from": "2027-09-17",
      "to": "2027-10-01",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": "The builder has the keys",
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
    }
  },
  "PATCH /sites/{siteId}/flags/{flagId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000041",
      "name": "Step-free room",
      "colour": "#0E7490",
      "version": 1,
      "created_at": "2026-11-22T13:59:42.050Z",
      "updated_at": "2026-11-22T13:59:42.050Z"
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
      "parent": "01a2038e-391f-700d-aa8c-510e1b6af604",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "Mill Building / Floor 1 / Studio 101",
      "version": 1,
      "created_at": "2026-11-22T13:59:42.127Z",
      "updated_at": "2026-11-22T13:59:42.127Z"
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
      "state": "active",
      "disabled": false,
      "invited": false,
      "invitation_mail": null,
      "version": 1,
      "created_at": "2026-11-22T13:59:46.645Z",
      "updated_at": "2026-11-22T13:59:46.645Z"
    }
  },
  "PATCH /sites/{siteId}/welfare-states/{welfareStateId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000042",
      "name": "weekly_call",
      "colour": "#0E7490",
      "version": 2,
      "created_at": "2026-11-22T13:59:42.057Z",
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
      "created_at": "2026-11-22T13:59:42.170Z",
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
      "_id": "01a2038e-b600-7430-a4bf-f06c2349f7e1",
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
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "stays": [
        {
          "location": "019aa000-0000-7000-8000-000000000022",
          "from": "2027-09-18",
          "to": "2028-06-30",
          "state": "held"
        }
      ],
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
        "_id": "01a2038e-ba65-73bd-a32c-c6ffa71d6c9c",
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
            "_id": "01a2038e-ba6f-7491-a0da-16c5e7f1a4f9",
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
            "block_booking": "01a2038e-ba65-73bd-a32c-c6ffa71d6c9c",
            "source": "bulk",
            "version": 1,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
          },
          "overridden_booking_id": null
        }
      ]
    }
  },
  "POST /bookings/import/commit": {
    "type": "application/json",
    "example": {
      "import_id": "01a2038e-cdbf-77ff-b27b-404d02307c76",
      "status": "processing",
      "undone": null,
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
      "preview_id": "01a2038e-cb06-74b1-b561-ab4dd42de18d",
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
        "unknown": [],
        "ignored": []
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
            "reference": null,
            "updated_at": null,
            "version": null
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
            "reference": null,
            "updated_at": null,
            "version": null
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
      "import_id": "01a2038e-6198-75db-bc63-a1ebf639cd8c",
      "status": "processing",
      "job_id": "01a2038f-20c8-7439-b9f6-5378e18d3812",
      "summary": {
        "reversed": 0,
        "kept": 0,
        "blocked": 0
      },
      "results": []
    }
  },
  "POST /bookings/transitions/bulk": {
    "type": "application/json",
    "example": {
      "summary": {
        "requested": 2,
        "transitioned": 2,
        "failed": 0,
        "rolled_back": 0
      },
      "results": [
        {
          "index": 0,
          "booking_id": "019aa000-0000-7000-8000-000000000051",
          "outcome": "transitioned",
          "error": null,
          "booking": {
            "_id": "019aa000-0000-7000-8000-000000000051",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "ZD8QJY6",
            "lead_person": "01a2038e-3920-73d3-966d-9a86b628d357",
            "additional_people": [],
            "location": "01a2038e-391f-700d-aa8c-2447b5c13887",
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
            "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
            "stays": [
              {
                "location": "01a2038e-391f-700d-aa8c-2447b5c13887",
                "from": "2026-11-21",
                "to": "2027-06-21",
                "state": "in_house"
              }
            ],
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
            "_id": "01a2038e-bbf1-75e4-b21e-5821a95962ac",
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
              "_id": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
              "name": "Olive Owner"
            },
            "notes": "Key handed over",
            "cancellation_code": null,
            "cancellation_reason": null,
            "changes": [],
            "caused_by": null,
            "request_id": "01a2038e-bbb9-71fc-bc05-1645aac39ab4"
          }
        },
        {
          "index": 1,
          "booking_id": "019aa000-0000-7000-8000-000000000052",
          "outcome": "transitioned",
          "error": null,
          "booking": {
            "_id": "019aa000-0000-7000-8000-000000000052",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "MMT6637",
            "lead_person": "01a2038e-3920-73d3-966d-9e99f6db6933",
            "additional_people": [],
            "location": "01a2038e-391f-700d-aa8c-2bc8f1952224",
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
            "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
            "stays": [],
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
            "_id": "01a2038e-bbd7-7559-82b3-b59eccf4b803",
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
              "_id": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
              "name": "Olive Owner"
            },
            "notes": null,
            "cancellation_code": "requested_by_student",
            "cancellation_reason": null,
            "changes": [],
            "caused_by": null,
            "request_id": "01a2038e-bbb9-71fc-bc05-1645aac39ab4"
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
        "lead_person": "01a2038e-3920-73d3-966d-9a86b628d357",
        "additional_people": [],
        "location": "01a2038e-391f-700d-aa8c-2bc8f1952224",
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
        "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
        "stays": [
          {
            "location": "01a2038e-391f-700d-aa8c-2bc8f1952224",
            "from": "2026-11-21",
            "to": "2027-06-21",
            "state": "held"
          }
        ],
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
        "lead_person": "01a2038e-3920-73d3-966d-9e99f6db6933",
        "additional_people": [],
        "location": "01a2038e-391f-700d-aa8c-2447b5c13887",
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
        "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
        "stays": [
          {
            "location": "01a2038e-391f-700d-aa8c-2447b5c13887",
            "from": "2026-12-11",
            "to": "2027-07-09",
            "state": "held"
          }
        ],
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
        "lead_person": "01a2038e-3920-73d3-966d-9a86b628d357",
        "additional_people": [],
        "location": "01a2038e-391f-700d-aa8c-2447b5c13887",
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
        "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
        "stays": [
          {
            "location": "01a2038e-391f-700d-aa8c-2447b5c13887",
            "from": "2026-11-21",
            "to": "2027-06-21",
            "state": "in_house"
          }
        ],
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
        "_id": "01a2038e-bd56-739e-b275-a7be1595eb96",
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
          "_id": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
          "name": "Olive Owner"
        },
        "notes": "Key handed over",
        "cancellation_code": null,
        "cancellation_reason": null,
        "changes": [],
        "caused_by": null,
        "request_id": "01a2038e-bd2d-749e-9db6-6ff46075d556"
      }
    }
  },
  "POST /jobs/{jobId}/cancel": {
    "type": "application/json",
    "example": {
      "_id": "01a2038e-6198-75db-bc63-a1ebf639cd8c",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "booking_import",
      "state": "completed",
      "progress": {
        "done": 1,
        "total": 1,
        "stage": "completed"
      },
      "result_url": "/bookings/imports/01a2038e-6198-75db-bc63-a1ebf639cd8c?site=019aa000-0000-7000-8000-000000000001",
      "problem": null,
      "created_at": "2026-11-22T13:59:52.484Z",
      "finished_at": "2026-11-22T13:59:52.753Z"
    }
  },
  "POST /sites": {
    "type": "application/json",
    "example": {
      "_id": "01a2038e-8c23-7339-a66a-941b32a5beaa",
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
      "_id": "01a2038e-8e93-774d-b4e6-e760531861e3",
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
      "_id": "01a2038e-9743-703e-b952-148635b0242f",
      "name": "A new category",
      "colour": "#2F6FED",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/closures": {
    "type": "application/json",
    "example": {
      "_id": "01a2038e-c118-7434-bac1-e1ca55f20387",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "019aa000-0000-7000-8000-000000000022",
      "from": "2029-07-01",
      "to": "2029-07-15",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
    }
  },
  "POST /sites/{siteId}/closures/{closureId}/end": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000053",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "01a2038e-3920-73d3-966d-36fc21286f5e",
      "from": "2027-09-17",
      "to": "2027-09-17",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
    }
  },
  "POST /sites/{siteId}/flags": {
    "type": "application/json",
    "example": {
      "_id": "01a2038e-923e-728b-80c0-8513b148f87e",
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
      "_id": "01a2038e-9edb-7074-b4c0-749950e6f874",
      "name": "Ensuite room",
      "colour": "#2F6FED",
      "can_be_allocated_to_bookings": true
    }
  },
  "POST /sites/{siteId}/locations": {
    "type": "application/json",
    "example": {
      "_id": "01a2038e-a2a6-77a2-8d95-33182db25646",
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
      "_id": "01a2038e-7ef2-76fd-b16d-f4b3c1a0c03d",
      "email": "nadia@lodge.example",
      "first_name": "Nadia",
      "last_name": "Night",
      "role": "reception",
      "state": "invited",
      "disabled": false,
      "invited": true,
      "invitation_mail": "waiting",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/members/{userId}/resume": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000061",
      "email": "viewer@lodge.example",
      "first_name": "Victor",
      "last_name": "Viewer",
      "role": "viewer",
      "state": "active",
      "disabled": false,
      "invited": false,
      "invitation_mail": null,
      "version": 1,
      "created_at": "2026-11-22T13:59:46.645Z",
      "updated_at": "2026-11-22T13:59:46.645Z"
    }
  },
  "POST /sites/{siteId}/members/{userId}/suspend": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000061",
      "email": "viewer@lodge.example",
      "first_name": "Victor",
      "last_name": "Viewer",
      "role": "viewer",
      "state": "suspended",
      "disabled": false,
      "invited": false,
      "invitation_mail": null,
      "version": 2,
      "created_at": "2026-11-22T13:59:46.645Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/welfare-states": {
    "type": "application/json",
    "example": {
      "_id": "01a2038e-9504-7693-ba24-8a72847bb8f1",
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
      "_id": "01a2038e-9aad-700c-8473-1e2859d21742",
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
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
    }
  },
  "POST /sla-policies/{siteId}/evaluate": {
    "type": "application/json",
    "example": {
      "policy": {
        "_id": "01a2038e-3905-74c3-8a9b-3b1a35c1bd02",
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
      "_id": "01a2038e-a8ad-7382-af8b-29d0f3dcb8f9",
      "site": "019aa000-0000-7000-8000-000000000001",
      "email": "grace.hopper@students.example",
      "first_name": "Grace",
      "last_name": "Hopper",
      "location": "019aa000-0000-7000-8000-000000000021",
      "student_id": "S-Z6A7MFWC",
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
      "url": "http://localhost/files/uploads/01a2038e-b124-715d-bb30-d3d68db36372?expires=1795263000&type=image%2Fjpeg&max=5242880&signature=...",
      "object_id": "01a2038e-b124-715d-bb30-d3d68db36372"
    }
  },
  "POST /students/{site}/import": {
    "type": "application/json",
    "example": {
      "import_id": null,
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
          "location": "01a2038e-391f-700d-aa8c-58b5d4c84a7f",
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
  "POST /students/{site}/imports/{importId}/undo": {
    "type": "application/json",
    "example": {
      "import_id": "01a2038e-6359-7412-a5de-554e0c3fc66d",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "partial",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7",
      "summary": {
        "created": 1,
        "changed": 0,
        "unchanged": 0,
        "deactivated": 0
      },
      "undone": {
        "undone_at": "2026-11-21T12:00:00.000Z",
        "reversed": 1,
        "kept": 0,
        "blocked": 0
      },
      "students": [
        {
          "_id": "01a2038e-6346-7229-8d99-89fd98788ea6",
          "action": "created",
          "changes": [],
          "undo_outcome": "reversed",
          "undo_reason": null
        }
      ]
    }
  },
  "POST /users/@me/api-keys": {
    "type": "application/json",
    "example": {
      "_id": "01a2038e-8ad6-7453-bb5d-080f47fa87ed",
      "name": "Nightly report",
      "prefix": "lodge_9ETKGG",
      "created_at": "2026-11-21T12:00:00.000Z",
      "expires_at": "2027-11-21T12:00:00.000Z",
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
  "POST /users/@me/invitations/{invitationId}/accept": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "POST /users/@me/invitations/{invitationId}/decline": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "POST /users/avatar": {
    "type": "application/json",
    "example": {
      "url": "http://localhost/files/uploads/01a2038e-ad22-74e2-8038-4ff06f17eb07?expires=1795263000&type=image%2Fjpeg&max=5242880&signature=...",
      "object_id": "01a2038e-ad22-74e2-8038-4ff06f17eb07"
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
        "01a2038e-38e2-7778-b775-7ddafe67c0eb"
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
      "created_by": "01a2038e-37c0-73c7-9c2d-de126f1d4cd7"
    }
  },
  "PUT /students/{siteId}/{userId}/photo": {
    "type": "application/json",
    "example": {
      "raw_url": "http://localhost/pictures/01a2038e-b341-7612-9c44-bc44b29cfecb",
      "source_uri": "http://localhost/files/pictures/01a2038e-b341-7612-9c44-bc44b29cfecb.webp?expires=1795263000&signature=...",
      "uploaded": true,
      "object_id": "01a2038e-6eef-733f-b046-9a4b00450a1c"
    }
  },
  "PUT /users/avatar": {
    "type": "application/json",
    "example": {
      "raw_url": "http://localhost/pictures/01a2038e-af1f-7480-ace6-464f917ea442",
      "source_uri": "http://localhost/files/pictures/01a2038e-af1f-7480-ace6-464f917ea442.webp?expires=1795263000&signature=...",
      "uploaded": true,
      "object_id": "01a2038e-6ed6-70de-82c6-b3fb85f16009"
    }
  }
};
