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
          "_id": "01a2032c-3f5f-70cb-a220-fb2a018922e1",
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
            "_id": "01a2032c-3f57-7776-9cc0-bbe8145128c9"
          },
          "changes": [
            {
              "to": "viewer",
              "from": null,
              "field": "scopes/019aa000-0000-7000-8000-000000000001"
            }
          ],
          "emptied_at": null,
          "request_id": "01a2032c-3f54-7483-8467-0ac44d298c8e"
        },
        {
          "_id": "01a2032c-3f4c-74cc-b123-118005501fe0",
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
            "_id": "01a2032c-3f46-75da-b2e3-30d2a3d025f6"
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
          "_id": "01a2032c-2ad4-713b-a973-914ffd1f6dd2",
          "site": "019aa000-0000-7000-8000-000000000001",
          "name": "Summer school",
          "notes": "Invoice to the faculty of music",
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
      "_id": "01a2032c-2ad4-713b-a973-914ffd1f6dd2",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Summer school",
      "notes": "Invoice to the faculty of music",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
          "_id": "01a2032c-26ce-70b1-823b-77e1adb7753c",
          "site": "019aa000-0000-7000-8000-000000000001",
          "reference": "A5Q8ZS5",
          "lead_person": "01a2032c-244a-7411-9fdd-28c9ee6f7031",
          "additional_people": [],
          "location": "01a2032c-2448-74b2-acb7-d3d23aac6a03",
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
          "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664"
        },
        {
          "_id": "01a2032c-26cf-7766-8354-32f4b2239cb7",
          "site": "019aa000-0000-7000-8000-000000000001",
          "reference": "KFBNBZK",
          "lead_person": "01a2032c-244a-7411-9fdd-629d187d10e0",
          "additional_people": [],
          "location": "01a2032c-2448-74b2-acb8-238c2cfcda36",
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
          "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664"
        }
      ],
      "total": 80,
      "total_exact": true,
      "limit": 50,
      "skip": 0,
      "next_cursor": "WyJjb250cmFjdF9zdGFydCIsIjIwMjYtMTEtMTIiLCIwMWEyMDMyYy0yNmNmLTc3NjYtODM1NC04ZjMzNTY4OGEyZGIiXQ"
    }
  },
  "GET /bookings/export": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"first_name\",\"last_name\",\"email\",\"room\",\"contract_start\",\"contract_end\",\"vehicle_registration\",\"parking_expiry\",\"departure_slot\",\"notes\",\"booking_id\",\"reference\",\"status\",\"phase\",\"block_booking\",\"flags\",\"additional_people\",\"checked_in_at\",\"checked_out_at\",\"cancellation_code\",\"created_at\",\"updated_at\"\r\n\"KC00006\",\"Vasco\",\"Vieira\",\"vasco.vieira.kc00006@students.example\",\"N-1A5\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a2032c-26ce-70b1-823b-77e1adb7753c\",\"A5Q8ZS5\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r\n\"KC00020\",\"Raluca\",\"Constantinescu\",\"raluca.constantinescu.kc00020@students.example\",\"M-107\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a2032c-26cf-7766-8354-32f4b2239cb7\",\"KFBNBZK\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r\n\"KC00034\",\"Filipa\",\"Mendes\",\"filipa.mendes.kc00034@students.example\",\"N-2C1\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a2032c-26cf-7766-8354-698e62622c05\",\"WS01R61\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r"
  },
  "GET /bookings/imports/{importId}": {
    "type": "application/json",
    "example": {
      "import_id": "01a2032c-3d4b-774e-98a8-37a3e0bc4742",
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
          "booking_id": "01a2032c-3df7-731e-a7ea-c281d82617fb",
          "person_id": "01a2032c-244a-7411-9fdd-1b02214d098d",
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
      "lead_person": "01a2032c-244a-7411-9fdd-2f4e3fde4200",
      "additional_people": [],
      "location": "01a2032c-2448-74b2-acb7-daaee2f89a63",
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
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
      "_id": "01a2032c-7d50-748a-aabb-2fc8d25dd70b",
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
      "created_at": "2026-11-22T12:12:57.041Z",
      "finished_at": null
    }
  },
  "GET /bookings/{bookingId}/transactions": {
    "type": "application/json",
    "example": {
      "total": 1,
      "data": [
        {
          "_id": "01a2032c-2798-794c-8fe3-2c0b9968b5b8",
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
            "_id": "01a2032c-23be-70e7-be4f-73587dabb664",
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
      "_id": "01a2032c-3d4b-774e-98a8-37a3e0bc4742",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "booking_import",
      "state": "completed",
      "progress": {
        "done": 1,
        "total": 1,
        "stage": "completed"
      },
      "result_url": "/bookings/imports/01a2032c-3d4b-774e-98a8-37a3e0bc4742?site=019aa000-0000-7000-8000-000000000001",
      "problem": null,
      "created_at": "2026-11-22T12:12:40.656Z",
      "finished_at": "2026-11-22T12:12:40.865Z"
    }
  },
  "GET /jobs/{jobId}/events": {
    "type": "text/event-stream",
    "example": "event: progress\ndata: {\"_id\":\"01a2032c-3d4b-774e-98a8-37a3e0bc4742\",\"site\":\"019aa000-0000-7000-8000-000000000001\",\"kind\":\"booking_import\",\"state\":\"completed\",\"progress\":{\"done\":1,\"total\":1,\"stage\":\"completed\"},\"result_url\":\"/bookings/imports/01a2032c-3d4b-774e-98a8-37a3e0bc4742?site=019aa000-0000-7000-8000-000000000001\",\"problem\":null,\"created_at\":\"2026-11-22T12:12:40.656Z\",\"finished_at\":\"2026-11-22T12:12:40.865Z\"}\n\n"
  },
  "GET /sites": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-1ca1-73dc-b8a7-39a036fb6f06",
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
          "_id": "01a2032c-53a6-7464-931c-4e9cbe9c831e",
          "site": "019aa000-0000-7000-8000-000000000001",
          "at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a2032c-23be-70e7-be4f-73587dabb664",
            "name": "Olive Owner"
          },
          "action": "student.photo_changed",
          "resource": {
            "kind": "student",
            "_id": "01a2032c-244a-7411-9fdd-1b02214d098d"
          },
          "changes": [],
          "emptied_at": null,
          "request_id": "01a2032c-535b-727f-a70a-d76526890bdf"
        },
        {
          "_id": "01a2032c-437f-7661-a891-d4a3cf79be0a",
          "site": "019aa000-0000-7000-8000-000000000001",
          "at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a2032c-23be-70e7-be4f-73587dabb664",
            "name": "Olive Owner"
          },
          "action": "students.welfare_read",
          "resource": {
            "kind": "site",
            "_id": "019aa000-0000-7000-8000-000000000001"
          },
          "changes": [],
          "emptied_at": null,
          "request_id": "01a2032c-2ff1-72ad-a9be-919a4c3ccaa1"
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
          "location_type": "01a2032c-2447-766e-8471-85f5bdcef3b2",
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
          "location_type": "01a2032c-2447-766e-8471-8b9c5714be11",
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
          "_id": "01a2032c-2447-766e-8471-9ead6ed5e60e",
          "name": "Flat 1A",
          "code": "N-1A",
          "location_type": "01a2032c-2447-766e-8471-85f5bdcef3b2",
          "parent": "01a2032c-2447-766e-8471-98f5e1ee12b5",
          "floor": "1",
          "capacity": 1,
          "free": 1
        },
        {
          "_id": "01a2032c-2448-74b2-acb7-d46b4819a95e",
          "name": "Flat 1B",
          "code": "N-1B",
          "location_type": "01a2032c-2447-766e-8471-85f5bdcef3b2",
          "parent": "01a2032c-2447-766e-8471-98f5e1ee12b5",
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
        "_id": "01a2032c-23fb-725d-9f1e-879a29116414",
        "code": "room_change",
        "name": "Changed rooms",
        "active": true,
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a2032c-23fb-725d-9f1e-78e4bb92ac5d",
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
      "created_at": "2026-11-22T12:12:34.231Z",
      "updated_at": "2026-11-22T12:12:34.231Z"
    }
  },
  "GET /sites/{siteId}/categories": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-240e-74af-888b-de76797f9437",
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
        "created_at": "2026-11-22T12:12:34.229Z",
        "updated_at": "2026-11-22T12:12:34.229Z"
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
      "created_at": "2026-11-22T12:12:34.229Z",
      "updated_at": "2026-11-22T12:12:34.229Z"
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
          "location": "01a2032c-2449-724e-b5b0-55d6d342d38e",
          "from": "2027-09-17",
          "to": "2027-10-01",
          "kind": "maintenance",
          "reason": "New windows",
          "notes": null,
          "version": 1,
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664"
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
      "location": "01a2032c-2449-724e-b5b0-55d6d342d38e",
      "from": "2027-09-17",
      "to": "2027-10-01",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664"
    }
  },
  "GET /sites/{siteId}/flags": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-2433-7696-ac9d-1ef337872725",
        "name": "Early arrival",
        "colour": "#A16207",
        "version": 1,
        "created_at": "2026-11-22T12:12:34.227Z",
        "updated_at": "2026-11-22T12:12:34.227Z"
      },
      {
        "_id": "019aa000-0000-7000-8000-000000000041",
        "name": "Step-free room",
        "colour": "#0E7490",
        "version": 1,
        "created_at": "2026-11-22T12:12:34.227Z",
        "updated_at": "2026-11-22T12:12:34.227Z"
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
      "created_at": "2026-11-22T12:12:34.227Z",
      "updated_at": "2026-11-22T12:12:34.227Z"
    }
  },
  "GET /sites/{siteId}/location-types": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-2447-766e-8471-7e36996c4c13",
        "name": "Building",
        "colour": "#475569",
        "can_be_allocated_to_bookings": false,
        "turnaround_days": 0,
        "version": 1,
        "created_at": "2026-11-22T12:12:34.254Z",
        "updated_at": "2026-11-22T12:12:34.254Z"
      },
      {
        "_id": "01a2032c-2447-766e-8471-85f5bdcef3b2",
        "name": "Flat",
        "colour": "#0F766E",
        "cleaning_type": "weekly",
        "can_be_allocated_to_bookings": true,
        "turnaround_days": 0,
        "version": 1,
        "created_at": "2026-11-22T12:12:34.254Z",
        "updated_at": "2026-11-22T12:12:34.254Z"
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
      "created_at": "2026-11-22T12:12:34.254Z",
      "updated_at": "2026-11-22T12:12:34.254Z"
    }
  },
  "GET /sites/{siteId}/locations": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-2447-766e-8471-94a374f98ccb",
        "name": "Mill Building",
        "code": "M",
        "location_type": "01a2032c-2447-766e-8471-7e36996c4c13",
        "parent": null,
        "floor": null,
        "capacity": 1,
        "active": true,
        "path": "Mill Building",
        "version": 1,
        "created_at": "2026-11-22T12:12:34.256Z",
        "updated_at": "2026-11-22T12:12:34.256Z"
      },
      {
        "_id": "01a2032c-2448-74b2-acb8-0772dc497988",
        "name": "Floor 1",
        "code": "M-F1",
        "location_type": "01a2032c-2447-766e-8471-83800f0f6ec2",
        "parent": "01a2032c-2447-766e-8471-94a374f98ccb",
        "floor": "1",
        "capacity": 1,
        "active": true,
        "path": "Mill Building / Floor 1",
        "version": 1,
        "created_at": "2026-11-22T12:12:34.256Z",
        "updated_at": "2026-11-22T12:12:34.256Z"
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
      "parent": "01a2032c-2448-74b2-acb8-0772dc497988",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "Mill Building / Floor 1 / Studio 101",
      "version": 1,
      "created_at": "2026-11-22T12:12:34.256Z",
      "updated_at": "2026-11-22T12:12:34.256Z"
    }
  },
  "GET /sites/{siteId}/members": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-3ed2-75fe-b1ca-c027263e63b8",
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
        "_id": "01a2032c-23bf-7472-9c45-d656371f0890",
        "email": "admin@lodge.example",
        "first_name": "Ada",
        "last_name": "Admin",
        "role": "admin",
        "state": "active",
        "disabled": false,
        "invited": false,
        "invitation_mail": null,
        "version": 1,
        "created_at": "2026-11-22T12:12:36.486Z",
        "updated_at": "2026-11-22T12:12:36.486Z"
      }
    ]
  },
  "GET /sites/{siteId}/members/{userId}/api-keys": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-3f57-7776-9cc0-bbe8145128c9",
        "name": "lists",
        "prefix": "lodge_GsvxVK",
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
        "_id": "01a2032c-3f46-75da-b2e3-30d2a3d025f6",
        "current": false,
        "created_at": "2026-11-21T12:00:00.000Z",
        "renewed_at": null,
        "expires_at": "2026-11-21T20:00:00.000Z",
        "address": "127.0.0.1",
        "user_agent": "lightMyRequest"
      }
    ]
  },
  "GET /sites/{siteId}/welfare-states": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-2406-7025-8149-5c46c1a05a49",
        "name": "action_required",
        "colour": "#DC2626",
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a2032c-2405-7196-956e-7723afc2cb7b",
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
      "created_at": "2026-11-22T12:12:34.230Z",
      "updated_at": "2026-11-22T12:12:34.230Z"
    }
  },
  "GET /sla-policies/{siteId}": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-2412-737c-b588-57f5b5c11761",
        "site": "019aa000-0000-7000-8000-000000000001",
        "name": "Emergency: 24 hours",
        "category_ids": [
          "01a2032c-240e-74af-888b-de76797f9437"
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
        "created_by": "01a2032c-23be-70e7-be4f-73587dabb664"
      },
      {
        "_id": "01a2032c-243f-71c5-8864-27cf6e2d24c6",
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
        "created_by": "01a2032c-23be-70e7-be4f-73587dabb664"
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
        "01a2032c-2433-7696-ac9d-15b4859ffc38"
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
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664"
    }
  },
  "GET /students/{siteId}": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-244c-77fe-bcae-767752d0cac1",
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
        "created_at": "2026-11-22T12:12:34.856Z",
        "updated_at": "2026-11-22T12:12:34.856Z"
      },
      {
        "_id": "01a2032c-244b-7746-8166-e4765a0f5e30",
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
        "created_at": "2026-11-22T12:12:34.856Z",
        "updated_at": "2026-11-22T12:12:34.856Z"
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
      "created_at": "2026-11-22T12:12:34.856Z",
      "updated_at": "2026-11-22T12:12:34.856Z"
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
        "created_at": "2026-11-22T12:12:34.856Z",
        "updated_at": "2026-11-22T12:12:34.856Z",
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
      "_id": "01a2032c-7d2f-7234-9635-2b6d8bb849c3",
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
      "created_at": "2026-11-22T12:12:57.007Z",
      "finished_at": null
    }
  },
  "GET /students/{site}/export-csv": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"first_name\",\"last_name\",\"email\",\"location\",\"floor\",\"type\",\"active\",\"flags\",\"welfare_state\",\"created_at\",\"updated_at\"\r\n\"KC00146\",\"Wei\",\"Agarwal\",\"wei.agarwal.kc00146@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T12:12:34.856Z\",\"2026-11-22T12:12:34.856Z\"\r\n\"KC00074\",\"Aino\",\"Åkesson\",\"aino.akesson.kc00074@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T12:12:34.856Z\",\"2026-11-22T12:12:34.856Z\"\r\n\"KC00115\",\"Mohamed\",\"Al-Hashimi\",\"mohamed.alhashimi.kc00115@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T12:12:34.856Z\",\"2026-11-22T12:12:34.856Z\"\r"
  },
  "GET /students/{site}/imports/{importId}": {
    "type": "application/json",
    "example": {
      "import_id": "01a2032c-3ebd-762c-90e1-70728ed714a7",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "partial",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
      "summary": {
        "created": 1,
        "changed": 0,
        "unchanged": 0,
        "deactivated": 0
      },
      "undone": null,
      "students": [
        {
          "_id": "01a2032c-3ea7-76cd-af7c-886f5ec2de95",
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
      "_id": "01a2032c-23be-70e7-be4f-73587dabb664",
      "email": "owner@lodge.example",
      "first_name": "Olive",
      "last_name": "Owner",
      "photo_url": "data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%2064%2064%22%3E%3Crect%20width%3D%2264%22%20height%3D%2264%22%20fill%3D%22hsl(252%2045%25%2040%25)%22%2F%3E%3Ctext%20x%3D%2232%22%20y%3D%2241%22%20font-family%3D%22sans-serif%22%20font-size%3D%2226%22%20fill%3D%22%23fff%22%20text-anchor%3D%22middle%22%3EOO%3C%2Ftext%3E%3C%2Fsvg%3E"
    }
  },
  "GET /users/@me/api-keys": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2032c-2ea3-777a-a6ae-fafe4d8f9d53",
        "name": "nightly",
        "prefix": "lodge_9LqHWX",
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
        "_id": "01a2032c-3ed2-75fe-b1ca-c027263e63b8",
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
        "_id": "01a2032c-2e88-7219-a079-ce7f42985fb8",
        "current": false,
        "created_at": "2026-11-21T12:00:00.000Z",
        "renewed_at": null,
        "expires_at": "2026-11-21T20:00:00.000Z",
        "address": "127.0.0.1",
        "user_agent": "lightMyRequest"
      },
      {
        "_id": "01a2032c-2d6c-745e-9f69-92488eb52285",
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
      "lead_person": "01a2032c-244a-7411-9fdd-2f4e3fde4200",
      "additional_people": [],
      "location": "01a2032c-2448-74b2-acb7-daaee2f89a63",
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
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
      "created_at": "2026-11-22T12:12:34.231Z",
      "updated_at": "2026-11-22T12:12:34.231Z"
    }
  },
  "PATCH /sites/{siteId}/categories/{categoryId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000043",
      "name": "Plumbing",
      "colour": "#0E7490",
      "version": 2,
      "created_at": "2026-11-22T12:12:34.229Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /sites/{siteId}/closures/{closureId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000053",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "01a2032c-2449-724e-b5b0-55d6d342d38e",
      "from": "2027-09-17",
      "to": "2027-10-01",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": "The builder has the keys",
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664"
    }
  },
  "PATCH /sites/{siteId}/flags/{flagId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000041",
      "name": "Step-free room",
      "colour": "#0E7490",
      "version": 1,
      "created_at": "2026-11-22T12:12:34.227Z",
      "updated_at": "2026-11-22T12:12:34.227Z"
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
      "parent": "01a2032c-2448-74b2-acb8-0772dc497988",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "Mill Building / Floor 1 / Studio 101",
      "version": 1,
      "created_at": "2026-11-22T12:12:34.256Z",
      "updated_at": "2026-11-22T12:12:34.256Z"
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
      "created_at": "2026-11-22T12:12:36.486Z",
      "updated_at": "2026-11-22T12:12:36.486Z"
    }
  },
  "PATCH /sites/{siteId}/welfare-states/{welfareStateId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000042",
      "name": "weekly_call",
      "colour": "#0E7490",
      "version": 2,
      "created_at": "2026-11-22T12:12:34.230Z",
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
      "created_at": "2026-11-22T12:12:34.856Z",
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
      "_id": "01a2032c-7d6d-73ab-90ba-9ab85ec11ab5",
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
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
        "_id": "01a2032c-7ec1-77bb-a83f-c31d741d526d",
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
            "_id": "01a2032c-7ec9-753b-bb2f-c7e9c99f7e06",
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
            "block_booking": "01a2032c-7ec1-77bb-a83f-c31d741d526d",
            "source": "bulk",
            "version": 1,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664"
          },
          "overridden_booking_id": null
        }
      ]
    }
  },
  "POST /bookings/import/commit": {
    "type": "application/json",
    "example": {
      "import_id": "01a2032c-887d-7711-83ec-8b26a949f46a",
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
      "preview_id": "01a2032c-875f-73dd-ab70-53d1217aabae",
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
      "import_id": "01a2032c-3d4b-774e-98a8-37a3e0bc4742",
      "status": "processing",
      "job_id": "01a2032c-d8a3-7292-bb40-338fa1409e31",
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
            "lead_person": "01a2032c-244a-7411-9fdd-2f4e3fde4200",
            "additional_people": [],
            "location": "01a2032c-2448-74b2-acb7-daaee2f89a63",
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
            "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
            "_id": "01a2032c-8017-7092-84c6-2d974ef8c929",
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
              "_id": "01a2032c-23be-70e7-be4f-73587dabb664",
              "name": "Olive Owner"
            },
            "notes": "Key handed over",
            "cancellation_code": null,
            "cancellation_reason": null,
            "changes": [],
            "caused_by": null,
            "request_id": "01a2032c-7fdc-7598-b57e-1a94efe9a0e7"
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
            "lead_person": "01a2032c-244a-7411-9fdd-333aefbac90b",
            "additional_people": [],
            "location": "01a2032c-2448-74b2-acb7-de9b86eb8f7f",
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
            "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
            "_id": "01a2032c-8003-774c-92f2-fdb144cb17e5",
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
              "_id": "01a2032c-23be-70e7-be4f-73587dabb664",
              "name": "Olive Owner"
            },
            "notes": null,
            "cancellation_code": "requested_by_student",
            "cancellation_reason": null,
            "changes": [],
            "caused_by": null,
            "request_id": "01a2032c-7fdc-7598-b57e-1a94efe9a0e7"
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
        "lead_person": "01a2032c-244a-7411-9fdd-2f4e3fde4200",
        "additional_people": [],
        "location": "01a2032c-2448-74b2-acb7-de9b86eb8f7f",
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
        "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
        "lead_person": "01a2032c-244a-7411-9fdd-333aefbac90b",
        "additional_people": [],
        "location": "01a2032c-2448-74b2-acb7-daaee2f89a63",
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
        "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
        "lead_person": "01a2032c-244a-7411-9fdd-2f4e3fde4200",
        "additional_people": [],
        "location": "01a2032c-2448-74b2-acb7-daaee2f89a63",
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
        "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
        "_id": "01a2032c-80ee-774b-9f98-28cae6d9419f",
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
          "_id": "01a2032c-23be-70e7-be4f-73587dabb664",
          "name": "Olive Owner"
        },
        "notes": "Key handed over",
        "cancellation_code": null,
        "cancellation_reason": null,
        "changes": [],
        "caused_by": null,
        "request_id": "01a2032c-80c5-7435-97ae-73022462513a"
      }
    }
  },
  "POST /jobs/{jobId}/cancel": {
    "type": "application/json",
    "example": {
      "_id": "01a2032c-3d4b-774e-98a8-37a3e0bc4742",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "booking_import",
      "state": "completed",
      "progress": {
        "done": 1,
        "total": 1,
        "stage": "completed"
      },
      "result_url": "/bookings/imports/01a2032c-3d4b-774e-98a8-37a3e0bc4742?site=019aa000-0000-7000-8000-000000000001",
      "problem": null,
      "created_at": "2026-11-22T12:12:40.656Z",
      "finished_at": "2026-11-22T12:12:40.865Z"
    }
  },
  "POST /sites": {
    "type": "application/json",
    "example": {
      "_id": "01a2032c-6505-7028-abd4-7160499e11b7",
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
      "_id": "01a2032c-66af-73f2-9f93-865d20b205c8",
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
      "_id": "01a2032c-6cbd-77fc-9e32-7b649a6433fb",
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
      "_id": "01a2032c-836e-7770-9ee1-4ae12f368a54",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "019aa000-0000-7000-8000-000000000022",
      "from": "2029-07-01",
      "to": "2029-07-15",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664"
    }
  },
  "POST /sites/{siteId}/closures/{closureId}/end": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000053",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "01a2032c-2449-724e-b5b0-55d6d342d38e",
      "from": "2027-09-17",
      "to": "2027-09-17",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a2032c-23be-70e7-be4f-73587dabb664"
    }
  },
  "POST /sites/{siteId}/flags": {
    "type": "application/json",
    "example": {
      "_id": "01a2032c-686d-74e0-b0b3-a66d497c767f",
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
      "_id": "01a2032c-719c-7618-8bee-5c95693e806f",
      "name": "Ensuite room",
      "colour": "#2F6FED",
      "can_be_allocated_to_bookings": true
    }
  },
  "POST /sites/{siteId}/locations": {
    "type": "application/json",
    "example": {
      "_id": "01a2032c-73f6-737a-bd90-300e1ca3beba",
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
      "_id": "01a2032c-5c16-7330-acaa-ab83bd623d36",
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
      "created_at": "2026-11-22T12:12:36.486Z",
      "updated_at": "2026-11-22T12:12:36.486Z"
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
      "created_at": "2026-11-22T12:12:36.486Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/welfare-states": {
    "type": "application/json",
    "example": {
      "_id": "01a2032c-6a1a-75e7-b562-5615a29bb17e",
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
      "_id": "01a2032c-6e76-77a3-8865-dab622d6154c",
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
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664"
    }
  },
  "POST /sla-policies/{siteId}/evaluate": {
    "type": "application/json",
    "example": {
      "policy": {
        "_id": "01a2032c-243f-71c5-8864-27cf6e2d24c6",
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
      "_id": "01a2032c-77b9-719e-8f29-47c79965d702",
      "site": "019aa000-0000-7000-8000-000000000001",
      "email": "grace.hopper@students.example",
      "first_name": "Grace",
      "last_name": "Hopper",
      "location": "019aa000-0000-7000-8000-000000000021",
      "student_id": "S-7WWYEFEX",
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
      "url": "http://localhost/files/uploads/01a2032c-7b14-707b-ab77-c240e3ac36be?expires=1795263000&type=image%2Fjpeg&max=5242880&signature=...",
      "object_id": "01a2032c-7b14-707b-ab77-c240e3ac36be"
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
          "location": "01a2032c-2448-74b2-acb8-0fe7ad6ba04f",
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
      "import_id": "01a2032c-3ebd-762c-90e1-70728ed714a7",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "partial",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664",
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
          "_id": "01a2032c-3ea7-76cd-af7c-886f5ec2de95",
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
      "_id": "01a2032c-63ee-740b-a3ea-b9e8c54557b9",
      "name": "Nightly report",
      "prefix": "lodge_tmo1oM",
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
      "url": "http://localhost/files/uploads/01a2032c-79f6-7273-995b-ee5541df6565?expires=1795263000&type=image%2Fjpeg&max=5242880&signature=...",
      "object_id": "01a2032c-79f6-7273-995b-ee5541df6565"
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
        "01a2032c-2433-7696-ac9d-15b4859ffc38"
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
      "created_by": "01a2032c-23be-70e7-be4f-73587dabb664"
    }
  },
  "PUT /students/{siteId}/{userId}/photo": {
    "type": "application/json",
    "example": {
      "raw_url": "http://localhost/pictures/01a2032c-7c1d-76cb-bad4-a6cfa2f95589",
      "source_uri": "http://localhost/files/pictures/01a2032c-7c1d-76cb-bad4-a6cfa2f95589.webp?expires=1795263000&signature=...",
      "uploaded": true,
      "object_id": "01a2032c-53b5-7699-a006-24f56107c2c1"
    }
  },
  "PUT /users/avatar": {
    "type": "application/json",
    "example": {
      "raw_url": "http://localhost/pictures/01a2032c-7a72-7132-b525-50b4faa34a4e",
      "source_uri": "http://localhost/files/pictures/01a2032c-7a72-7132-b525-50b4faa34a4e.webp?expires=1795263000&signature=...",
      "uploaded": true,
      "object_id": "01a2032c-53ad-7259-93f4-84e7eda6a649"
    }
  }
};
