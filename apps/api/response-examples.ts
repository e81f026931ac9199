// Made by `npm run examples`: what each operation returned when its example was sent to the demo data.
export const RESPONSE_EXAMPLES: Record<string, { type: string; example: unknown }> = {
  "DELETE /bookings/import/mappings/{mappingId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "DELETE /bookings/{bookingId}/moves": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000051",
      "site": "019aa000-0000-7000-8000-000000000001",
      "reference": "ZD8QJY6",
      "lead_person": "01a20521-0c35-7398-8992-9946a0098f35",
      "additional_people": [],
      "location": "01a20521-0c33-7322-953a-2b27d77f72d6",
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
      "hold_until": null,
      "flags": [],
      "notes": null,
      "turnaround_days": null,
      "block_booking": null,
      "source": "manual",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7",
      "stays": [
        {
          "location": "01a20521-0c33-7322-953a-2b27d77f72d6",
          "from": "2026-11-21",
          "to": "2027-06-21",
          "state": "held"
        }
      ],
      "planned_move": null,
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
  "DELETE /sites/{siteId}/calendar-feeds/{feedId}": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
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
  "DELETE /sites/{siteId}/logo": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000001",
      "name": "Kings Court",
      "time_zone": "Europe/London",
      "date_order": "dmy",
      "settings": {
        "early_check_in_days": 0,
        "history_window_days": 7,
        "correction_minutes": 30,
        "require_confirmed_for_check_in": true,
        "event_retention_days": 400,
        "retention_years": null,
        "evacuation_flags": []
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
      "address": "1 Kings Road\nLondon N1 1AA",
      "phone": "+44 20 7946 0000",
      "email": "office@kingscourt.example",
      "colour": "#1F4E79",
      "language": null,
      "logo": null,
      "version": 3,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
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
  "DELETE /sites/{siteId}/waiting-list/{entryId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000054",
      "site": "019aa000-0000-7000-8000-000000000001",
      "state": "withdrawn",
      "person": "01a20536-b11b-718b-88cf-20dc85f1e4d5",
      "name": "Suárez, Paula",
      "contact": null,
      "location_type": "01a20536-b119-736d-9eed-426617813f5b",
      "location_tree": null,
      "from": "2027-09-17",
      "to": "2028-07-13",
      "since": "2026-11-21T12:00:00.000Z",
      "priority": 0,
      "notes": "Would like to stay another year",
      "booking": null,
      "freed_at": null,
      "freed_location": null,
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6"
    }
  },
  "DELETE /sites/{siteId}/webhooks/{webhookId}": {
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
          "_id": "01a20468-6b80-7094-be8f-0b255c588f9d",
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
            "_id": "01a20468-6b75-72d6-8f6d-74c695cad321"
          },
          "changes": [
            {
              "to": "viewer",
              "from": null,
              "field": "scopes/019aa000-0000-7000-8000-000000000001"
            }
          ],
          "emptied_at": null,
          "request_id": "01a20468-6b6d-7366-b339-b336901fafac"
        },
        {
          "_id": "01a20468-6b58-7041-9247-6cfd8c7c0d0f",
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
            "_id": "01a20468-6b55-748e-92f4-a04b2185d047"
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
          "_id": "01a2062b-b781-75c8-be09-26d4d7ad8791",
          "site": "019aa000-0000-7000-8000-000000000001",
          "name": "Summer school",
          "notes": "Invoice to the faculty of music",
          "hold_until": null,
          "version": 1,
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a2062b-960e-70b1-9265-a942f3ddb75c",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "contract_start": "2027-08-18",
          "contract_end": "2027-09-01",
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
      "_id": "01a2062b-b781-75c8-be09-26d4d7ad8791",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Summer school",
      "notes": "Invoice to the faculty of music",
      "hold_until": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a2062b-960e-70b1-9265-a942f3ddb75c",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "contract_start": "2027-08-18",
      "contract_end": "2027-09-01",
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
  "GET /block-bookings/{blockId}/document": {
    "type": "application/json",
    "example": {
      "_id": "01a20529-ace7-71a4-b27f-eaa35df2ef2b",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "rooming_list_document",
      "state": "waiting",
      "progress": {
        "done": 0,
        "total": 0,
        "stage": "waiting"
      },
      "result_url": null,
      "problem": null,
      "created_at": "2026-11-22T21:29:07.047Z",
      "finished_at": null
    }
  },
  "GET /bookings": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "_id": "01a20521-0c6b-7615-ab2c-6b36a868c5f0",
          "site": "019aa000-0000-7000-8000-000000000001",
          "reference": "A5Q8ZS5",
          "lead_person": "01a20521-0c35-7398-8992-977d0ab04f4d",
          "additional_people": [],
          "location": "01a20521-0c33-7322-953a-20a74f33136d",
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
          "hold_until": null,
          "flags": [],
          "notes": null,
          "turnaround_days": null,
          "block_booking": null,
          "source": "manual",
          "version": 3,
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7"
        },
        {
          "_id": "01a20521-0c6b-7615-ab2c-98cd04a11db8",
          "site": "019aa000-0000-7000-8000-000000000001",
          "reference": "KFBNBZK",
          "lead_person": "01a20521-0c36-7364-93fa-d0c109dad04a",
          "additional_people": [],
          "location": "01a20521-0c33-7322-953a-72ab6801133d",
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
          "hold_until": null,
          "flags": [],
          "notes": null,
          "turnaround_days": null,
          "block_booking": null,
          "source": "manual",
          "version": 3,
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7"
        }
      ],
      "total": 80,
      "total_exact": true,
      "limit": 50,
      "skip": 0,
      "next_cursor": "WyJjb250cmFjdF9zdGFydCIsIjIwMjYtMTEtMTIiLCIwMWEyMDUyMS0wYzZjLTcyZTgtYTUwYy04NDlmNjJhM2I5M2UiXQ"
    }
  },
  "GET /bookings/export": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"first_name\",\"last_name\",\"email\",\"room\",\"contract_start\",\"contract_end\",\"vehicle_registration\",\"parking_expiry\",\"departure_slot\",\"hold_until\",\"notes\",\"booking_id\",\"reference\",\"status\",\"phase\",\"block_booking\",\"flags\",\"additional_people\",\"checked_in_at\",\"checked_out_at\",\"cancellation_code\",\"version\",\"created_at\",\"updated_at\"\r\n\"KC00006\",\"Vasco\",\"Vieira\",\"vasco.vieira.kc00006@students.example\",\"N-1A5\",\"2026-07-24\",\"2026-09-18\",,,,,,\"01a20521-0c6b-7615-ab2c-6b36a868c5f0\",\"A5Q8ZS5\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"3\",\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r\n\"KC00020\",\"Raluca\",\"Constantinescu\",\"raluca.constantinescu.kc00020@students.example\",\"M-107\",\"2026-07-24\",\"2026-09-18\",,,,,,\"01a20521-0c6b-7615-ab2c-98cd04a11db8\",\"KFBNBZK\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"3\",\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r\n\"KC00034\",\"Filipa\",\"Mendes\",\"filipa.mendes.kc00034@students.example\",\"N-2C1\",\"2026-07-24\",\"2026-09-18\",,,,,,\"01a20521-0c6c-72e8-a50c-6257bd64c503\",\"WS01R61\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"3\",\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r"
  },
  "GET /bookings/import/mappings": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20468-68c5-726d-9f3c-7714135ec567",
        "headers": [
          "contract_end",
          "contract_start"
        ],
        "declared": {
          "columns": {
            "Bedding": "ignore"
          }
        },
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a20468-4815-77c4-9357-5f9d8b802254"
      }
    ]
  },
  "GET /bookings/imports/{importId}": {
    "type": "application/json",
    "example": {
      "import_id": "01a20468-68ae-7441-8e49-8ff9c62d10cb",
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
          "booking_id": "01a20468-69bb-7582-8796-f48fed673a27",
          "person_id": "01a20468-494b-738b-80e2-d5285e76a67e",
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
  "GET /bookings/imports/{importId}/rows": {
    "type": "text/csv",
    "example": "﻿\"lodge_import\",\"lodge_problems\",\"lodge_people\",\"lodge_rooms\",\"lodge_action\",\"lodge_person\",\"lodge_room\",\"lodge_accept\"\r\n"
  },
  "GET /bookings/{bookingId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000051",
      "site": "019aa000-0000-7000-8000-000000000001",
      "reference": "ZD8QJY6",
      "lead_person": "01a20521-0c35-7398-8992-9946a0098f35",
      "additional_people": [],
      "location": "01a20521-0c33-7322-953a-2b27d77f72d6",
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
      "hold_until": null,
      "flags": [],
      "notes": null,
      "turnaround_days": null,
      "block_booking": null,
      "source": "manual",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7",
      "stays": [
        {
          "location": "01a20521-0c33-7322-953a-2b27d77f72d6",
          "from": "2026-11-21",
          "to": "2027-06-21",
          "state": "held"
        }
      ],
      "planned_move": null,
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
      "_id": "01a20469-a199-77b1-9536-444f9b7251d1",
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
      "created_at": "2026-11-22T17:59:21.249Z",
      "finished_at": null
    }
  },
  "GET /bookings/{bookingId}/transactions": {
    "type": "application/json",
    "example": {
      "total": 1,
      "data": [
        {
          "_id": "01a20557-6913-7dbf-97ba-b08ec78bc9d3",
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
            "_id": "01a20557-67cc-703e-9b78-9aa685d908d4",
            "name": "Olive Owner"
          },
          "notes": null,
          "cancellation_code": null,
          "cancellation_reason": null,
          "changes": [
            {
              "to": "ZD8QJY6",
              "from": null,
              "field": "reference"
            },
            {
              "to": "01a20557-6858-7091-9e70-a1239891378e",
              "from": null,
              "field": "lead_person"
            }
          ],
          "caused_by": null,
          "request_id": "demo-data"
        }
      ],
      "limit": 50,
      "skip": 0
    }
  },
  "GET /calendars/feed.ics": {
    "type": "text/calendar",
    "example": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Lodge//Lodge//EN\r\nNAME:North House – Kings Court\r"
  },
  "GET /events": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "id": "01a2053f-3479-760c-92ee-c0f394af75c7",
          "cursor": "AAAAAAAAAa07ZbvainAN",
          "type": "site.created",
          "site": "019aa000-0000-7000-8000-000000000001",
          "occurred_at": "2026-11-21T12:00:00.000Z",
          "recorded_at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a2053f-334f-71fc-963f-986e733f4489",
            "name": "Olive Owner"
          },
          "resource": {
            "type": "site",
            "_id": "019aa000-0000-7000-8000-000000000001",
            "version": 2
          },
          "changes": [],
          "data": {
            "_id": "019aa000-0000-7000-8000-000000000001",
            "name": "Kings Court",
            "time_zone": "Europe/London",
            "date_order": "dmy",
            "settings": {
              "early_check_in_days": 0,
              "history_window_days": 7,
              "correction_minutes": 30,
              "require_confirmed_for_check_in": true,
              "event_retention_days": 400,
              "retention_years": null,
              "evacuation_flags": []
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
            "address": "1 Kings Road\nLondon N1 1AA",
            "phone": "+44 20 7946 0000",
            "email": "office@kingscourt.example",
            "colour": "#1F4E79",
            "language": null,
            "logo": "01a2053f-34c9-73a3-8539-481661a97510",
            "version": 2,
            "created_at": "2026-11-21T12:00:00.000Z",
            "updated_at": "2026-11-21T12:00:00.000Z"
          },
          "caused_by": null,
          "request_id": "demo-data",
          "emptied_at": null
        },
        {
          "id": "01a2053f-34d1-75cb-aa0e-10b696398127",
          "cursor": "AAAAAAAAAp_3XhxAaFvO",
          "type": "site.changed",
          "site": "019aa000-0000-7000-8000-000000000001",
          "occurred_at": "2026-11-21T12:00:00.000Z",
          "recorded_at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a2053f-334f-71fc-963f-986e733f4489",
            "name": "Olive Owner"
          },
          "resource": {
            "type": "site",
            "_id": "019aa000-0000-7000-8000-000000000001",
            "version": 2
          },
          "changes": [
            {
              "to": "01a2053f-34c9-73a3-8539-481661a97510",
              "from": null,
              "field": "logo"
            }
          ],
          "data": {
            "_id": "019aa000-0000-7000-8000-000000000001",
            "name": "Kings Court",
            "time_zone": "Europe/London",
            "date_order": "dmy",
            "settings": {
              "early_check_in_days": 0,
              "history_window_days": 7,
              "correction_minutes": 30,
              "require_confirmed_for_check_in": true,
              "event_retention_days": 400,
              "retention_years": null,
              "evacuation_flags": []
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
            "address": "1 Kings Road\nLondon N1 1AA",
            "phone": "+44 20 7946 0000",
            "email": "office@kingscourt.example",
            "colour": "#1F4E79",
            "language": null,
            "logo": "01a2053f-34c9-73a3-8539-481661a97510",
            "version": 2,
            "created_at": "2026-11-21T12:00:00.000Z",
            "updated_at": "2026-11-21T12:00:00.000Z"
          },
          "caused_by": null,
          "request_id": "demo-data",
          "emptied_at": null
        }
      ],
      "next_cursor": "AAAAAAAAZBLvf7_DULRs"
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
      "_id": "01a20468-68ae-7441-8e49-8ff9c62d10cb",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "booking_import",
      "state": "completed",
      "progress": {
        "done": 1,
        "total": 1,
        "stage": "completed"
      },
      "result_url": "/bookings/imports/01a20468-68ae-7441-8e49-8ff9c62d10cb?site=019aa000-0000-7000-8000-000000000001",
      "problem": null,
      "created_at": "2026-11-22T17:58:01.138Z",
      "finished_at": "2026-11-22T17:58:01.449Z"
    }
  },
  "GET /jobs/{jobId}/events": {
    "type": "text/event-stream",
    "example": "event: progress\ndata: {\"_id\":\"01a20468-68ae-7441-8e49-8ff9c62d10cb\",\"site\":\"019aa000-0000-7000-8000-000000000001\",\"kind\":\"booking_import\",\"state\":\"completed\",\"progress\":{\"done\":1,\"total\":1,\"stage\":\"completed\"},\"result_url\":\"/bookings/imports/01a20468-68ae-7441-8e49-8ff9c62d10cb?site=019aa000-0000-7000-8000-000000000001\",\"problem\":null,\"created_at\":\"2026-11-22T17:58:01.138Z\",\"finished_at\":\"2026-11-22T17:58:01.449Z\"}\n\n"
  },
  "GET /sites": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a2053f-2929-76ba-8ca8-c212f56df6e2",
        "name": "Harbour View",
        "time_zone": "America/Halifax",
        "date_order": "dmy",
        "settings": {
          "early_check_in_days": 0,
          "history_window_days": 7,
          "correction_minutes": 30,
          "require_confirmed_for_check_in": true,
          "event_retention_days": 400,
          "retention_years": null,
          "evacuation_flags": []
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
        "address": "5 Wharf Street\nHalifax, Nova Scotia",
        "phone": "+1 902 555 0100",
        "email": "office@harbourview.example",
        "colour": "#0E7490",
        "language": null,
        "logo": "01a2053f-3ed4-77ae-85e7-1a71ceca310a",
        "version": 2,
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
          "correction_minutes": 30,
          "require_confirmed_for_check_in": true,
          "event_retention_days": 400,
          "retention_years": null,
          "evacuation_flags": []
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
        "address": "1 Kings Road\nLondon N1 1AA",
        "phone": "+44 20 7946 0000",
        "email": "office@kingscourt.example",
        "colour": "#1F4E79",
        "language": null,
        "logo": "01a2053f-34c9-73a3-8539-481661a97510",
        "version": 2,
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
        "correction_minutes": 30,
        "require_confirmed_for_check_in": true,
        "event_retention_days": 400,
        "retention_years": null,
        "evacuation_flags": []
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
      "address": "1 Kings Road\nLondon N1 1AA",
      "phone": "+44 20 7946 0000",
      "email": "office@kingscourt.example",
      "colour": "#1F4E79",
      "language": null,
      "logo": "01a2053f-34c9-73a3-8539-481661a97510",
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "GET /sites/{siteId}/audit": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "_id": "01a20557-7c6b-767e-b42f-ae14d09f71c6",
          "site": "019aa000-0000-7000-8000-000000000001",
          "at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a20557-67cc-703e-9b78-9aa685d908d4",
            "name": "Olive Owner"
          },
          "action": "student.photo_changed",
          "resource": {
            "kind": "student",
            "_id": "01a20557-6858-7091-9e70-8e6239d27bf0"
          },
          "changes": [
            {
              "to": "http://localhost/pictures/01a20557-7c43-7212-88c3-eda45b74e5d6",
              "from": null,
              "field": "photo_url"
            }
          ],
          "emptied_at": null,
          "request_id": "01a20557-7c3c-7001-9fb9-e75730a7f4f3"
        },
        {
          "_id": "01a20557-7c1c-726a-868a-b8c28d3c315a",
          "site": "019aa000-0000-7000-8000-000000000001",
          "at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a20557-67cc-703e-9b78-9aa685d908d4",
            "name": "Olive Owner"
          },
          "action": "webhook.created",
          "resource": {
            "kind": "webhook",
            "_id": "01a20557-7c10-755c-a392-acaa38ff6c4f"
          },
          "changes": [
            {
              "to": "https://doors.example/lodge",
              "from": null,
              "field": "url"
            },
            {
              "to": [],
              "from": null,
              "field": "types"
            }
          ],
          "emptied_at": null,
          "request_id": "01a20557-7c04-7691-bed3-368bf5852466"
        }
      ],
      "next_cursor": "01a20557-69eb-7416-ae6a-c7246c34d936"
    }
  },
  "GET /sites/{siteId}/availability": {
    "type": "application/json",
    "example": {
      "from": "2027-09-18",
      "to": null,
      "types": [
        {
          "location_type": "01a2050c-2aef-75ad-bfc2-a86663b9fe75",
          "name": "Flat",
          "total": 0,
          "free": 0,
          "days": [],
          "whole": {
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
            ],
            "free": 8,
            "total": 9
          }
        },
        {
          "location_type": "01a2050c-2aef-75ad-bfc2-ae24c5df5f76",
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
          ],
          "whole": null
        }
      ],
      "data": [
        {
          "_id": "01a2050c-2aef-75ad-bfc2-c13e11f7124b",
          "name": "Flat 1A",
          "code": "N-1A",
          "location_type": "01a2050c-2aef-75ad-bfc2-a86663b9fe75",
          "parent": "01a2050c-2aef-75ad-bfc2-bd389fe5955c",
          "floor": "1",
          "capacity": 1,
          "free": 1,
          "whole": true,
          "occupied_by": null
        },
        {
          "_id": "01a2050c-2aef-75ad-bfc2-d98db588ec17",
          "name": "Flat 1B",
          "code": "N-1B",
          "location_type": "01a2050c-2aef-75ad-bfc2-a86663b9fe75",
          "parent": "01a2050c-2aef-75ad-bfc2-bd389fe5955c",
          "floor": "1",
          "capacity": 1,
          "free": 1,
          "whole": true,
          "occupied_by": null
        }
      ],
      "total": 87,
      "limit": 200,
      "skip": 0
    }
  },
  "GET /sites/{siteId}/calendar-feeds": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20468-6bac-74c5-bff5-b0f35cf1d9fb",
        "location": "019aa000-0000-7000-8000-000000000021",
        "person": null,
        "with_names": false,
        "created_by": "Olive Owner",
        "active": true,
        "created_at": "2026-11-21T12:00:00.000Z",
        "last_read_at": null
      }
    ]
  },
  "GET /sites/{siteId}/cancellation-codes": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20468-4880-70f0-8e29-98ae58ebb6a5",
        "code": "room_change",
        "name": "Changed rooms",
        "active": true,
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a20468-487f-709a-8eee-adb7667e948f",
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
      "created_at": "2026-11-22T17:57:53.012Z",
      "updated_at": "2026-11-22T17:57:53.012Z"
    }
  },
  "GET /sites/{siteId}/categories": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20468-48a3-756f-af46-ce03db3b23ef",
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
        "created_at": "2026-11-22T17:57:53.011Z",
        "updated_at": "2026-11-22T17:57:53.011Z"
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
      "created_at": "2026-11-22T17:57:53.011Z",
      "updated_at": "2026-11-22T17:57:53.011Z"
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
          "location": "01a20468-494a-77ba-9599-8714403d9462",
          "from": "2027-09-17",
          "to": "2027-10-01",
          "kind": "maintenance",
          "reason": "New windows",
          "notes": null,
          "version": 1,
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a20468-4815-77c4-9357-5f9d8b802254",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a20468-4815-77c4-9357-5f9d8b802254"
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
      "location": "01a20468-494a-77ba-9599-8714403d9462",
      "from": "2027-09-17",
      "to": "2027-10-01",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20468-4815-77c4-9357-5f9d8b802254",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20468-4815-77c4-9357-5f9d8b802254"
    }
  },
  "GET /sites/{siteId}/day": {
    "type": "application/json",
    "example": {
      "site": "019aa000-0000-7000-8000-000000000001",
      "on": "2026-11-21",
      "today": "2026-11-21",
      "arrivals": {
        "due": {
          "count": 4,
          "by_building": [
            {
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "name": "Mill Building",
              "count": 2
            },
            {
              "building": "019aa000-0000-7000-8000-000000000021",
              "name": "North House",
              "count": 2
            }
          ],
          "entries": [
            {
              "_id": "01a208da-b57c-7052-8027-a3ed9d761e2b",
              "reference": "8PX3Z4M",
              "status": "confirmed",
              "phase": "due_in",
              "lead_person": "01a208da-b55c-771a-bf8a-50693bd1d9de",
              "record_name": "Lindqvist, Anders",
              "student_id": "KC00021",
              "additional_people": 0,
              "location": "01a208da-b55b-7572-a6a8-38854375ee3e",
              "location_name": "Studio 108",
              "location_code": "M-108",
              "floor": "1",
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "contract_start": "2026-11-21",
              "contract_end": "2027-06-21",
              "departure_slot_at": null,
              "flags": [],
              "version": 1
            },
            {
              "_id": "01a208da-b57c-7052-8028-4c907f2f7372",
              "reference": "SVBQPWZ",
              "status": "confirmed",
              "phase": "due_in",
              "lead_person": "01a208da-b55c-771a-bf8a-ffcbb010678d",
              "record_name": "Tanaka, Chen",
              "student_id": "KC00064",
              "additional_people": 0,
              "location": "01a208da-b55b-7572-a6a9-205d99fefbf8",
              "location_name": "Studio 302",
              "location_code": "M-302",
              "floor": "3",
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "contract_start": "2026-11-21",
              "contract_end": "2027-06-21",
              "departure_slot_at": null,
              "flags": [],
              "version": 1
            }
          ]
        },
        "late": {
          "count": 4,
          "by_building": [
            {
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "name": "Mill Building",
              "count": 2
            },
            {
              "building": "019aa000-0000-7000-8000-000000000021",
              "name": "North House",
              "count": 2
            }
          ],
          "entries": [
            {
              "_id": "01a208da-b57c-7052-8027-ec4a2150f8c3",
              "reference": "W68SB47",
              "status": "confirmed",
              "phase": "late_arrival",
              "lead_person": "01a208da-b55c-771a-bf8a-9f1c1dc4aca3",
              "record_name": "Andersson, Liisa",
              "student_id": "KC00040",
              "additional_people": 0,
              "location": "01a208da-b55b-7572-a6a8-a2fe07c4db73",
              "location_name": "Studio 202",
              "location_code": "M-202",
              "floor": "2",
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "contract_start": "2026-11-19",
              "contract_end": "2027-06-09",
              "departure_slot_at": null,
              "flags": [],
              "version": 1
            },
            {
              "_id": "01a208da-b57c-7052-8028-5d454b7245b0",
              "reference": "ESHJ3H3",
              "status": "confirmed",
              "phase": "late_arrival",
              "lead_person": "01a208da-b55c-771a-bf8b-0db902d4fc8a",
              "record_name": "Dlamini, Chidi",
              "student_id": "KC00068",
              "additional_people": 0,
              "location": "01a208da-b55b-7572-a6a9-35d1236cf3eb",
              "location_name": "Studio 307",
              "location_code": "M-307",
              "floor": "3",
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "contract_start": "2026-11-19",
              "contract_end": "2027-06-09",
              "departure_slot_at": null,
              "flags": [],
              "version": 1
            }
          ]
        },
        "done": {
          "count": 0,
          "by_building": [],
          "entries": []
        }
      },
      "departures": {
        "due": {
          "count": 5,
          "by_building": [
            {
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "name": "Mill Building",
              "count": 2
            },
            {
              "building": "019aa000-0000-7000-8000-000000000021",
              "name": "North House",
              "count": 3
            }
          ],
          "entries": [
            {
              "_id": "01a208da-b57c-7052-8027-f1e1917d5009",
              "reference": "HDT7Y98",
              "status": "checked_in",
              "phase": "due_out",
              "lead_person": "01a208da-b55c-771a-bf8a-a393aa425f7a",
              "record_name": "Rizzo, Niccolò",
              "student_id": "KC00041",
              "additional_people": 0,
              "location": "01a208da-b55b-7572-a6a8-a4697734cf4b",
              "location_name": "Studio 203",
              "location_code": "M-203",
              "floor": "2",
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "contract_start": "2026-09-20",
              "contract_end": "2026-11-21",
              "departure_slot_at": null,
              "flags": [],
              "version": 2
            },
            {
              "_id": "01a208da-b57c-7052-8028-60baa884ce3a",
              "reference": "4130PP4",
              "status": "checked_in",
              "phase": "due_out",
              "lead_person": "01a208da-b55c-771a-bf8b-136807570ad8",
              "record_name": "Romano, Sara",
              "student_id": "KC00069",
              "additional_people": 0,
              "location": "01a208da-b55b-7572-a6a9-3847369d0770",
              "location_name": "Studio 308",
              "location_code": "M-308",
              "floor": "3",
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "contract_start": "2026-09-20",
              "contract_end": "2026-11-21",
              "departure_slot_at": null,
              "flags": [],
              "version": 2
            }
          ]
        },
        "overdue": {
          "count": 4,
          "by_building": [
            {
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "name": "Mill Building",
              "count": 1
            },
            {
              "building": "019aa000-0000-7000-8000-000000000021",
              "name": "North House",
              "count": 3
            }
          ],
          "entries": [
            {
              "_id": "01a208da-b57c-7052-8028-67999d9d89d4",
              "reference": "S8MF9V5",
              "status": "checked_in",
              "phase": "overstay",
              "lead_person": "01a208da-b55c-771a-bf8b-15d4e2ac920c",
              "record_name": "Mayer, Jakob",
              "student_id": "KC00070",
              "additional_people": 0,
              "location": "01a208da-b55b-7572-a6a9-3ff6594cb279",
              "location_name": "Studio 309",
              "location_code": "M-309",
              "floor": "3",
              "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
              "contract_start": "2026-08-23",
              "contract_end": "2026-11-19",
              "departure_slot_at": null,
              "flags": [],
              "version": 2
            },
            {
              "_id": "01a208da-b57c-7052-8027-81e908dc709a",
              "reference": "YTHF5WC",
              "status": "checked_in",
              "phase": "overstay",
              "lead_person": "01a208da-b55c-771a-bf8a-32cb9ef0447c",
              "record_name": "Traoré, Zaynab",
              "student_id": "KC00013",
              "additional_people": 0,
              "location": "01a208da-b55a-77ef-a829-fa51f88764c7",
              "location_name": "Room 1C3",
              "location_code": "N-1C3",
              "floor": "1",
              "building": "019aa000-0000-7000-8000-000000000021",
              "contract_start": "2026-08-23",
              "contract_end": "2026-11-19",
              "departure_slot_at": null,
              "flags": [],
              "version": 2
            }
          ]
        },
        "done": {
          "count": 0,
          "by_building": [],
          "entries": []
        }
      },
      "in_house": {
        "count": 32,
        "by_building": [
          {
            "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
            "name": "Mill Building",
            "count": 14
          },
          {
            "building": "019aa000-0000-7000-8000-000000000021",
            "name": "North House",
            "count": 18
          }
        ],
        "entries": [
          {
            "_id": "01a208da-b57c-7052-8027-8ef81c109745",
            "reference": "YH5TZBF",
            "status": "checked_in",
            "phase": "in_house",
            "lead_person": "01a208da-b55c-771a-bf8a-3e45e5ca9fff",
            "record_name": "Müller, Björn",
            "student_id": "KC00016",
            "additional_people": 0,
            "location": "01a208da-b55b-7572-a6a8-23e97235ecfb",
            "location_name": "Studio 102",
            "location_code": "M-102",
            "floor": "1",
            "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
            "contract_start": "2026-09-21",
            "contract_end": "2027-06-17",
            "departure_slot_at": null,
            "flags": [],
            "version": 2
          },
          {
            "_id": "01a208da-b57c-7052-8027-91d3fc09d92b",
            "reference": "KRQ9JGG",
            "status": "checked_in",
            "phase": "in_house",
            "lead_person": "01a208da-b55c-771a-bf8a-4370365a3700",
            "record_name": "Cruz, Salvador",
            "student_id": "KC00017",
            "additional_people": 0,
            "location": "01a208da-b55b-7572-a6a8-26b7d8bfdac7",
            "location_name": "Studio 103",
            "location_code": "M-103",
            "floor": "1",
            "building": "01a208da-b55a-77ef-a829-b57cb68ab863",
            "contract_start": "2026-09-20",
            "contract_end": "2027-06-19",
            "departure_slot_at": null,
            "flags": [],
            "version": 2
          }
        ]
      },
      "departure_slots": {
        "count": 0,
        "by_building": [],
        "times": [],
        "entries": []
      },
      "planned_moves": {
        "count": 0,
        "by_building": [],
        "entries": []
      },
      "closures": {
        "begin": {
          "count": 0,
          "by_building": [],
          "entries": []
        },
        "end": {
          "count": 0,
          "by_building": [],
          "entries": []
        }
      },
      "holds": {
        "count": 0,
        "entries": []
      },
      "waiting": {
        "waiting": 1,
        "offered": 0,
        "freed": 0
      },
      "webhooks": {
        "on": 1,
        "failing": 0,
        "switched_off": 0,
        "waiting": 1,
        "lag_seconds": 18
      }
    }
  },
  "GET /sites/{siteId}/departure-slots": {
    "type": "application/json",
    "example": {
      "data": []
    }
  },
  "GET /sites/{siteId}/departure-slots/document": {
    "type": "application/json",
    "example": {
      "_id": "01a20607-e60d-76c5-bc49-8d5b0578a64b",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "departures_document",
      "state": "waiting",
      "progress": {
        "done": 0,
        "total": 0,
        "stage": "waiting"
      },
      "result_url": null,
      "problem": null,
      "created_at": "2026-11-23T01:31:50.670Z",
      "finished_at": null
    }
  },
  "GET /sites/{siteId}/events": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "id": "01a2053f-3479-760c-92ee-c0f394af75c7",
          "cursor": "AAAAAAAAAa07ZbvainAN",
          "type": "site.created",
          "site": "019aa000-0000-7000-8000-000000000001",
          "occurred_at": "2026-11-21T12:00:00.000Z",
          "recorded_at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a2053f-334f-71fc-963f-986e733f4489",
            "name": "Olive Owner"
          },
          "resource": {
            "type": "site",
            "_id": "019aa000-0000-7000-8000-000000000001",
            "version": 2
          },
          "changes": [],
          "data": {
            "_id": "019aa000-0000-7000-8000-000000000001",
            "name": "Kings Court",
            "time_zone": "Europe/London",
            "date_order": "dmy",
            "settings": {
              "early_check_in_days": 0,
              "history_window_days": 7,
              "correction_minutes": 30,
              "require_confirmed_for_check_in": true,
              "event_retention_days": 400,
              "retention_years": null,
              "evacuation_flags": []
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
            "address": "1 Kings Road\nLondon N1 1AA",
            "phone": "+44 20 7946 0000",
            "email": "office@kingscourt.example",
            "colour": "#1F4E79",
            "language": null,
            "logo": "01a2053f-34c9-73a3-8539-481661a97510",
            "version": 2,
            "created_at": "2026-11-21T12:00:00.000Z",
            "updated_at": "2026-11-21T12:00:00.000Z"
          },
          "caused_by": null,
          "request_id": "demo-data",
          "emptied_at": null
        },
        {
          "id": "01a2053f-34d1-75cb-aa0e-10b696398127",
          "cursor": "AAAAAAAAAp_3XhxAaFvO",
          "type": "site.changed",
          "site": "019aa000-0000-7000-8000-000000000001",
          "occurred_at": "2026-11-21T12:00:00.000Z",
          "recorded_at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a2053f-334f-71fc-963f-986e733f4489",
            "name": "Olive Owner"
          },
          "resource": {
            "type": "site",
            "_id": "019aa000-0000-7000-8000-000000000001",
            "version": 2
          },
          "changes": [
            {
              "to": "01a2053f-34c9-73a3-8539-481661a97510",
              "from": null,
              "field": "logo"
            }
          ],
          "data": {
            "_id": "019aa000-0000-7000-8000-000000000001",
            "name": "Kings Court",
            "time_zone": "Europe/London",
            "date_order": "dmy",
            "settings": {
              "early_check_in_days": 0,
              "history_window_days": 7,
              "correction_minutes": 30,
              "require_confirmed_for_check_in": true,
              "event_retention_days": 400,
              "retention_years": null,
              "evacuation_flags": []
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
            "address": "1 Kings Road\nLondon N1 1AA",
            "phone": "+44 20 7946 0000",
            "email": "office@kingscourt.example",
            "colour": "#1F4E79",
            "language": null,
            "logo": "01a2053f-34c9-73a3-8539-481661a97510",
            "version": 2,
            "created_at": "2026-11-21T12:00:00.000Z",
            "updated_at": "2026-11-21T12:00:00.000Z"
          },
          "caused_by": null,
          "request_id": "demo-data",
          "emptied_at": null
        }
      ],
      "next_cursor": "AAAAAAAAZBLvf7_DULRs"
    }
  },
  "GET /sites/{siteId}/events/stream": {
    "type": "text/event-stream",
    "example": ": welcome\nid: AAAAAAABFe1F_6JSJWGk\n\n"
  },
  "GET /sites/{siteId}/expiring": {
    "type": "application/json",
    "example": {
      "site": "019aa000-0000-7000-8000-000000000001",
      "from": "2026-11-21",
      "to": "2026-12-05",
      "parking": {
        "count": 0,
        "entries": []
      },
      "contracts": {
        "count": 5,
        "entries": [
          {
            "_id": "01a20521-0c6b-7615-ab2c-7937b3855338",
            "reference": "9K00JQB",
            "status": "checked_in",
            "lead_person": "01a20521-0c35-7398-8992-ad7a40f5be33",
            "record_name": "Lindqvist, Søren",
            "student_id": "KC00012",
            "email": "sren.lindqvist.kc00012@students.example",
            "location": "01a20521-0c33-7322-953a-459ef6732192",
            "location_name": "Room 1C2",
            "vehicle_registration": null,
            "contract_end": "2026-11-21",
            "parking_expiry_at": null,
            "hold_until": null
          },
          {
            "_id": "01a20521-0c6b-7615-ab2c-b27864432312",
            "reference": "JWMCYXS",
            "status": "checked_in",
            "lead_person": "01a20521-0c36-7364-93fa-e945cd244979",
            "record_name": "Barbieri, Giorgia",
            "student_id": "KC00026",
            "email": "giorgia.barbieri.kc00026@students.example",
            "location": "01a20521-0c34-76c1-b1af-13f7c81eb623",
            "location_name": "Room 2A2",
            "vehicle_registration": null,
            "contract_end": "2026-11-21",
            "parking_expiry_at": null,
            "hold_until": null
          }
        ]
      },
      "holds": {
        "count": 0,
        "entries": []
      }
    }
  },
  "GET /sites/{siteId}/flags": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20468-48f1-7487-a04d-85bb57ba5a74",
        "name": "Early arrival",
        "colour": "#A16207",
        "version": 1,
        "created_at": "2026-11-22T17:57:53.010Z",
        "updated_at": "2026-11-22T17:57:53.010Z"
      },
      {
        "_id": "019aa000-0000-7000-8000-000000000041",
        "name": "Step-free room",
        "colour": "#0E7490",
        "version": 1,
        "created_at": "2026-11-22T17:57:53.010Z",
        "updated_at": "2026-11-22T17:57:53.010Z"
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
      "created_at": "2026-11-22T17:57:53.010Z",
      "updated_at": "2026-11-22T17:57:53.010Z"
    }
  },
  "GET /sites/{siteId}/location-types": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20468-4949-754c-bbc4-777e2dc66651",
        "name": "Building",
        "colour": "#475569",
        "can_be_allocated_to_bookings": false,
        "turnaround_days": 0,
        "version": 1,
        "created_at": "2026-11-22T17:57:53.118Z",
        "updated_at": "2026-11-22T17:57:53.118Z"
      },
      {
        "_id": "01a20468-4949-754c-bbc4-7cf7523501eb",
        "name": "Flat",
        "colour": "#0F766E",
        "cleaning_type": "weekly",
        "can_be_allocated_to_bookings": true,
        "turnaround_days": 0,
        "version": 1,
        "created_at": "2026-11-22T17:57:53.118Z",
        "updated_at": "2026-11-22T17:57:53.118Z"
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
      "created_at": "2026-11-22T17:57:53.118Z",
      "updated_at": "2026-11-22T17:57:53.118Z"
    }
  },
  "GET /sites/{siteId}/locations": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20468-494a-77ba-9598-52818ba12260",
        "name": "Mill Building",
        "code": "M",
        "location_type": "01a20468-4949-754c-bbc4-777e2dc66651",
        "parent": null,
        "floor": null,
        "capacity": 1,
        "active": true,
        "path": "Mill Building",
        "version": 1,
        "created_at": "2026-11-22T17:57:53.136Z",
        "updated_at": "2026-11-22T17:57:53.136Z"
      },
      {
        "_id": "01a20468-494a-77ba-9598-a00a34f7d897",
        "name": "Floor 1",
        "code": "M-F1",
        "location_type": "01a20468-4949-754c-bbc4-7a7344348634",
        "parent": "01a20468-494a-77ba-9598-52818ba12260",
        "floor": "1",
        "capacity": 1,
        "active": true,
        "path": "Mill Building / Floor 1",
        "version": 1,
        "created_at": "2026-11-22T17:57:53.136Z",
        "updated_at": "2026-11-22T17:57:53.136Z"
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
      "parent": "01a20468-494a-77ba-9598-a00a34f7d897",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "Mill Building / Floor 1 / Studio 101",
      "version": 1,
      "created_at": "2026-11-22T17:57:53.136Z",
      "updated_at": "2026-11-22T17:57:53.136Z"
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
        "_id": "01a20468-6ab4-722b-86e5-e283f89a5c20",
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
        "_id": "01a20468-4815-77c4-9357-6d75ba37ac2f",
        "email": "admin@lodge.example",
        "first_name": "Ada",
        "last_name": "Admin",
        "role": "admin",
        "state": "active",
        "disabled": false,
        "invited": false,
        "invitation_mail": null,
        "version": 1,
        "created_at": "2026-11-22T17:57:55.702Z",
        "updated_at": "2026-11-22T17:57:55.702Z"
      }
    ]
  },
  "GET /sites/{siteId}/members/{userId}/api-keys": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20506-4b76-72bc-bb85-3fccd597df10",
        "name": "lists",
        "prefix": "lodge_oT1vPp",
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
        "_id": "01a20468-6b55-748e-92f4-a04b2185d047",
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
              "capacity": 87,
              "closed": 0,
              "held": 0,
              "in_house": 32,
              "turnaround": 0,
              "arrivals": 0,
              "departures": 0,
              "free": 55
            },
            {
              "date": "2026-11-02",
              "capacity": 87,
              "closed": 0,
              "held": 0,
              "in_house": 32,
              "turnaround": 0,
              "arrivals": 0,
              "departures": 0,
              "free": 55
            }
          ]
        }
      ]
    }
  },
  "GET /sites/{siteId}/retention": {
    "type": "application/json",
    "example": {
      "retention_years": null,
      "years": 6,
      "before": "2020-11-21",
      "people": 0,
      "stays": 0
    }
  },
  "GET /sites/{siteId}/roll-call": {
    "type": "application/json",
    "example": {
      "site": "019aa000-0000-7000-8000-000000000001",
      "site_name": "Kings Court",
      "generated_at": "2026-11-21T12:00:00.000Z",
      "age_seconds": 0,
      "kept": false,
      "count": 32,
      "evacuation_count": 0,
      "buildings": [
        {
          "_id": "01a2045f-7e32-753c-80df-a94464e17c01",
          "name": "Mill Building",
          "count": 14,
          "floors": [
            {
              "floor": "1",
              "count": 4,
              "rooms": [
                {
                  "location": "01a2045f-7e33-728f-9671-bd92840d2427",
                  "name": "Studio 102",
                  "code": "M-102",
                  "people": [
                    {
                      "_id": "01a2045f-7e34-7273-b500-8375fb207311",
                      "record_name": "Müller, Björn",
                      "student_id": "KC00016",
                      "booking": "01a2045f-7e96-76d8-bd4f-9f37f6cdedb5",
                      "reference": "YH5TZBF",
                      "lead": true,
                      "photo_url": null,
                      "evacuation": []
                    }
                  ]
                },
                {
                  "location": "01a2045f-7e33-728f-9671-c255fb03e765",
                  "name": "Studio 103",
                  "code": "M-103",
                  "people": [
                    {
                      "_id": "01a2045f-7e34-7273-b500-85c2b41fb3fd",
                      "record_name": "Cruz, Salvador",
                      "student_id": "KC00017",
                      "booking": "01a2045f-7e96-76d8-bd4f-a1f509174d95",
                      "reference": "KRQ9JGG",
                      "lead": true,
                      "photo_url": null,
                      "evacuation": []
                    }
                  ]
                }
              ]
            },
            {
              "floor": "2",
              "count": 6,
              "rooms": [
                {
                  "location": "01a2045f-7e33-728f-9672-404dd299beca",
                  "name": "Studio 203",
                  "code": "M-203",
                  "people": [
                    {
                      "_id": "01a2045f-7e34-7273-b500-e42f23049552",
                      "record_name": "Rizzo, Niccolò",
                      "student_id": "KC00041",
                      "booking": "01a2045f-7e96-76d8-bd50-026040847e14",
                      "reference": "HDT7Y98",
                      "lead": true,
                      "photo_url": null,
                      "evacuation": []
                    }
                  ]
                },
                {
                  "location": "01a2045f-7e33-728f-9672-52c20da47e5c",
                  "name": "Studio 207",
                  "code": "M-207",
                  "people": [
                    {
                      "_id": "01a2045f-7e34-7273-b500-f2b31713b196",
                      "record_name": "van Dijk, Joris",
                      "student_id": "KC00044",
                      "booking": "01a2045f-7e96-76d8-bd50-0f9e8fb553b2",
                      "reference": "H4EKQRB",
                      "lead": true,
                      "photo_url": null,
                      "evacuation": []
                    }
                  ]
                }
              ]
            }
          ]
        },
        {
          "_id": "019aa000-0000-7000-8000-000000000021",
          "name": "North House",
          "count": 18,
          "floors": [
            {
              "floor": "1",
              "count": 6,
              "rooms": [
                {
                  "location": "01a2045f-7e33-728f-9671-70e221de0e8e",
                  "name": "Flat 1A · Room 1A1",
                  "code": "N-1A1",
                  "people": [
                    {
                      "_id": "01a2045f-7e34-7273-b500-4b7d1b535f94",
                      "record_name": "Suárez, Paula",
                      "student_id": "KC00002",
                      "booking": "01a2045f-7e96-76d8-bd4f-6d81b28c5d89",
                      "reference": "N7HEK51",
                      "lead": true,
                      "photo_url": "http://localhost/pictures/01a2045f-9bcb-7361-8a35-a3e00fdbdeca",
                      "evacuation": []
                    }
                  ]
                },
                {
                  "location": "01a2045f-7e33-728f-9671-7440659a2f4f",
                  "name": "Flat 1A · Room 1A2",
                  "code": "N-1A2",
                  "people": [
                    {
                      "_id": "01a2045f-7e34-7273-b500-4eaf681cd9bf",
                      "record_name": "Ruiz, Cristina",
                      "student_id": "KC00003",
                      "booking": "01a2045f-7e96-76d8-bd4f-709e449cac00",
                      "reference": "AF2X6A2",
                      "lead": true,
                      "photo_url": null,
                      "evacuation": []
                    }
                  ]
                }
              ]
            },
            {
              "floor": "2",
              "count": 6,
              "rooms": [
                {
                  "location": "01a2045f-7e33-728f-9671-f6a1ab7db1af",
                  "name": "Flat 2A · Room 2A2",
                  "code": "N-2A2",
                  "people": [
                    {
                      "_id": "01a2045f-7e34-7273-b500-a9276a37dbfc",
                      "record_name": "Barbieri, Giorgia",
                      "student_id": "KC00026",
                      "booking": "01a2045f-7e96-76d8-bd4f-c51bd581c62e",
                      "reference": "JWMCYXS",
                      "lead": true,
                      "photo_url": null,
                      "evacuation": []
                    }
                  ]
                },
                {
                  "location": "01a2045f-7e33-728f-9671-f8e3041c4f6d",
                  "name": "Flat 2A · Room 2A3",
                  "code": "N-2A3",
                  "people": [
                    {
                      "_id": "01a2045f-7e34-7273-b500-af8941f4ae94",
                      "record_name": "Diallo, Nadia",
                      "student_id": "KC00027",
                      "booking": "01a2045f-7e96-76d8-bd4f-cb78c750b6bd",
                      "reference": "845VJ2T",
                      "lead": true,
                      "photo_url": null,
                      "evacuation": []
                    }
                  ]
                }
              ]
            }
          ]
        }
      ]
    }
  },
  "GET /sites/{siteId}/roll-call/document": {
    "type": "application/json",
    "example": {
      "_id": "01a20460-7166-745c-9d6f-ad4d71c788e4",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "roll_call_document",
      "state": "waiting",
      "progress": {
        "done": 0,
        "total": 0,
        "stage": "waiting"
      },
      "result_url": null,
      "problem": null,
      "created_at": "2026-11-22T17:49:19.078Z",
      "finished_at": null
    }
  },
  "GET /sites/{siteId}/waiting-list": {
    "type": "application/json",
    "example": {
      "total": 1,
      "data": [
        {
          "_id": "019aa000-0000-7000-8000-000000000054",
          "site": "019aa000-0000-7000-8000-000000000001",
          "state": "waiting",
          "person": "01a20536-b11b-718b-88cf-20dc85f1e4d5",
          "name": "Suárez, Paula",
          "contact": null,
          "location_type": "01a20536-b119-736d-9eed-426617813f5b",
          "location_tree": null,
          "from": "2027-09-17",
          "to": "2028-07-13",
          "since": "2026-11-21T12:00:00.000Z",
          "priority": 0,
          "notes": "Would like to stay another year",
          "booking": null,
          "freed_at": null,
          "freed_location": null,
          "version": 1,
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6"
        }
      ],
      "limit": 50,
      "skip": 0
    }
  },
  "GET /sites/{siteId}/waiting-list/export": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"name\",\"contact\",\"state\",\"location_type\",\"location_tree\",\"from\",\"to\",\"since\",\"priority\",\"booking\",\"notes\"\r\n\"KC00002\",\"Suárez, Paula\",\"paula.suarez.kc00002@students.example\",\"waiting\",\"Room\",,\"2027-09-17\",\"2028-07-13\",\"2026-11-21T12:00:00.000Z\",\"0\",,\"Would like to stay another year\"\r\n"
  },
  "GET /sites/{siteId}/waiting-list/{entryId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000054",
      "site": "019aa000-0000-7000-8000-000000000001",
      "state": "waiting",
      "person": "01a20536-b11b-718b-88cf-20dc85f1e4d5",
      "name": "Suárez, Paula",
      "contact": null,
      "location_type": "01a20536-b119-736d-9eed-426617813f5b",
      "location_tree": null,
      "from": "2027-09-17",
      "to": "2028-07-13",
      "since": "2026-11-21T12:00:00.000Z",
      "priority": 0,
      "notes": "Would like to stay another year",
      "booking": null,
      "freed_at": null,
      "freed_location": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6"
    }
  },
  "GET /sites/{siteId}/webhooks": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20506-4e13-707f-93e5-a4f970270f9b",
        "site": "019aa000-0000-7000-8000-000000000001",
        "url": "https://doors.example/lodge",
        "description": null,
        "types": [],
        "role": "viewer",
        "enabled": true,
        "disabled_reason": null,
        "failing_since": null,
        "waiting": 1,
        "lag_seconds": 118245,
        "previous_secret_until": null,
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      }
    ]
  },
  "GET /sites/{siteId}/webhooks/{webhookId}": {
    "type": "application/json",
    "example": {
      "_id": "01a20506-4e13-707f-93e5-a4f970270f9b",
      "site": "019aa000-0000-7000-8000-000000000001",
      "url": "https://doors.example/lodge",
      "description": null,
      "types": [],
      "role": "viewer",
      "enabled": true,
      "disabled_reason": null,
      "failing_since": null,
      "waiting": 1,
      "lag_seconds": 16,
      "previous_secret_until": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "GET /sites/{siteId}/webhooks/{webhookId}/deliveries": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "_id": "01a20462-0bc8-725b-93c0-c4d4cb1086a2",
          "event": "01a20462-0bc8-725b-93c0-c86450b5d7c2",
          "type": "webhook.test",
          "state": "waiting",
          "attempts": 0,
          "next_at": "2026-11-22T17:51:04.137Z",
          "status": null,
          "duration_ms": null,
          "response": null,
          "error": null,
          "created_at": "2026-11-22T17:51:04.137Z",
          "ended_at": null
        }
      ],
      "next_cursor": null
    }
  },
  "GET /sites/{siteId}/welfare-states": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20468-4896-715b-9cf7-eff34937a32a",
        "name": "action_required",
        "colour": "#DC2626",
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a20468-4896-715b-9cf7-e904b999f988",
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
      "created_at": "2026-11-22T17:57:53.012Z",
      "updated_at": "2026-11-22T17:57:53.012Z"
    }
  },
  "GET /sla-policies/{siteId}": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20468-48a9-7587-a2f4-359ffd38f549",
        "site": "019aa000-0000-7000-8000-000000000001",
        "name": "Emergency: 24 hours",
        "category_ids": [
          "01a20468-48a3-756f-af46-ce03db3b23ef"
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
        "created_by": "01a20468-4815-77c4-9357-5f9d8b802254"
      },
      {
        "_id": "01a20468-4915-7121-b40d-0f5e5279ccaf",
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
        "created_by": "01a20468-4815-77c4-9357-5f9d8b802254"
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
        "01a20468-48f1-7487-a04d-7f79a0d4f2de"
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
      "created_by": "01a20468-4815-77c4-9357-5f9d8b802254"
    }
  },
  "GET /students": {
    "type": "application/json",
    "example": {
      "total": 2,
      "data": [
        {
          "_id": "01a20709-2496-736f-b4b7-e62bc2abeaa3",
          "site": "01a20709-03eb-7315-8529-35fdcb85b3c6",
          "site_name": "Harbour View",
          "student_id": "HV00001",
          "record_name": "Ångström, Zoë",
          "email": "zoe.angstrom.hv00001@students.example",
          "type": "student",
          "active": true,
          "location": "01a20709-2493-73e9-bb5d-fcedc668ae6f",
          "location_name": "North House"
        },
        {
          "_id": "019aa000-0000-7000-8000-000000000031",
          "site": "019aa000-0000-7000-8000-000000000001",
          "site_name": "Kings Court",
          "student_id": "KC00001",
          "record_name": "Ångström, Zoë",
          "email": "zoe.angstrom.kc00001@students.example",
          "type": "student",
          "active": true,
          "location": "019aa000-0000-7000-8000-000000000021",
          "location_name": "North House"
        }
      ],
      "similar": false,
      "limit": 50,
      "skip": 0
    }
  },
  "GET /students/{siteId}": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20468-494d-70ea-9345-2f617ad886d6",
        "student_id": "KC00146",
        "first_name": "Wei",
        "last_name": "Agarwal",
        "record_name": "Agarwal, Wei",
        "email": "wei.agarwal.kc00146@students.example",
        "location": "019aa000-0000-7000-8000-000000000021",
        "site": "019aa000-0000-7000-8000-000000000001",
        "type": "student",
        "active": true,
        "flags": [],
        "welfare_flag": false,
        "version": 1,
        "created_at": "2026-11-22T17:57:53.174Z",
        "updated_at": "2026-11-22T17:57:53.174Z"
      },
      {
        "_id": "01a20468-494c-7206-9d77-ee2606a4c8a2",
        "student_id": "KC00074",
        "first_name": "Aino",
        "last_name": "Åkesson",
        "record_name": "Åkesson, Aino",
        "email": "aino.akesson.kc00074@students.example",
        "location": "019aa000-0000-7000-8000-000000000021",
        "site": "019aa000-0000-7000-8000-000000000001",
        "type": "student",
        "active": true,
        "flags": [],
        "welfare_flag": false,
        "version": 1,
        "created_at": "2026-11-22T17:57:53.174Z",
        "updated_at": "2026-11-22T17:57:53.174Z"
      }
    ]
  },
  "GET /students/{siteId}/{userId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000031",
      "student_id": "KC00001",
      "first_name": "Zoë",
      "last_name": "Ångström",
      "record_name": "Ångström, Zoë",
      "email": "zoe.angstrom.kc00001@students.example",
      "location": "019aa000-0000-7000-8000-000000000021",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "student",
      "active": true,
      "flags": [],
      "welfare_flag": false,
      "version": 2,
      "created_at": "2026-11-23T02:10:51.739Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
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
        "photo_url": null,
        "type": "student",
        "active": true,
        "welfare_flag": false,
        "date_of_birth": null,
        "created_at": "2026-11-23T14:41:20.750Z",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "location": "North House",
        "welfare_state": null,
        "flags": [],
        "deleted_at": null
      },
      "bookings": [],
      "waiting_list": [],
      "calendars": [],
      "imported_rows": [],
      "recorded": [
        {
          "at": "2026-11-21T12:00:00.000Z",
          "action": "student.merged",
          "changes": [
            {
              "to": "019aa000-0000-7000-8000-000000000032",
              "from": null,
              "field": "merged"
            }
          ]
        }
      ],
      "merged_records": [
        {
          "person": {
            "_id": "019aa000-0000-7000-8000-000000000032",
            "student_id": "DOOR-0001",
            "first_name": "Zoe",
            "last_name": "Angstrom",
            "email": "zoe.angstrom@home.example",
            "photo_url": null,
            "type": "student",
            "active": false,
            "welfare_flag": false,
            "date_of_birth": null,
            "created_at": "2026-11-23T14:41:20.750Z",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "location": "North House",
            "welfare_state": null,
            "flags": [],
            "deleted_at": "2026-11-21T12:00:00.000Z"
          },
          "recorded": [
            {
              "at": "2026-11-21T12:00:00.000Z",
              "action": "student.merged_away",
              "changes": [
                {
                  "to": false,
                  "from": true,
                  "field": "active"
                },
                {
                  "to": "019aa000-0000-7000-8000-000000000031",
                  "from": null,
                  "field": "merged_into"
                }
              ]
            }
          ]
        }
      ],
      "kept_answers": []
    }
  },
  "GET /students/{site}/export": {
    "type": "application/json",
    "example": {
      "_id": "01a20469-a13c-7258-9f91-0ff4fd74f759",
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
      "created_at": "2026-11-22T17:59:21.149Z",
      "finished_at": null
    }
  },
  "GET /students/{site}/export-csv": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"first_name\",\"last_name\",\"email\",\"location\",\"floor\",\"type\",\"active\",\"flags\",\"welfare_state\",\"date_of_birth\",\"created_at\",\"updated_at\"\r\n\"KC00146\",\"Wei\",\"Agarwal\",\"wei.agarwal.kc00146@students.example\",\"N\",,\"student\",\"true\",,,,\"2026-11-23T14:41:20.750Z\",\"2026-11-23T14:41:20.750Z\"\r\n\"KC00074\",\"Aino\",\"Åkesson\",\"aino.akesson.kc00074@students.example\",\"N\",,\"student\",\"true\",,,,\"2026-11-23T14:41:20.750Z\",\"2026-11-23T14:41:20.750Z\"\r\n\"KC00115\",\"Mohamed\",\"Al-Hashimi\",\"mohamed.alhashimi.kc00115@students.example\",\"N\",,\"student\",\"true\",,,,\"2026-11-23T14:41:20.750Z\",\"2026-11-23T14:41:20.750Z\"\r"
  },
  "GET /students/{site}/imports/{importId}": {
    "type": "application/json",
    "example": {
      "import_id": "01a20468-6a8c-75f9-9c67-4cc8bb92d761",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "partial",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20468-4815-77c4-9357-5f9d8b802254",
      "summary": {
        "created": 1,
        "changed": 0,
        "unchanged": 0,
        "deactivated": 0
      },
      "undone": null,
      "students": [
        {
          "_id": "01a20468-6a7b-777b-ad66-b212e8fba8e9",
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
      "_id": "01a20506-3c6a-7644-ba84-6f4409be890d",
      "email": "owner@lodge.example",
      "first_name": "Olive",
      "last_name": "Owner",
      "photo_url": "data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%2064%2064%22%3E%3Crect%20width%3D%2264%22%20height%3D%2264%22%20fill%3D%22hsl(165%2045%25%2040%25)%22%2F%3E%3Ctext%20x%3D%2232%22%20y%3D%2241%22%20font-family%3D%22sans-serif%22%20font-size%3D%2226%22%20fill%3D%22%23fff%22%20text-anchor%3D%22middle%22%3EOO%3C%2Ftext%3E%3C%2Fsvg%3E"
    }
  },
  "GET /users/@me/api-keys": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a20506-42d8-7061-8d05-dcfa9c49b969",
        "name": "nightly",
        "prefix": "lodge_V49GYA",
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
        "_id": "01a20468-6ab4-722b-86e5-e283f89a5c20",
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
        "_id": "01a20468-5742-7259-b8f8-24c3343e077d",
        "current": false,
        "created_at": "2026-11-21T12:00:00.000Z",
        "renewed_at": null,
        "expires_at": "2026-11-21T20:00:00.000Z",
        "address": "127.0.0.1",
        "user_agent": "lightMyRequest"
      },
      {
        "_id": "01a20468-541e-7684-b2ef-c3a1c6acb8c4",
        "current": true,
        "created_at": "2026-11-21T12:00:00.000Z",
        "renewed_at": null,
        "expires_at": "2026-11-21T20:00:00.000Z",
        "address": "127.0.0.1",
        "user_agent": "lightMyRequest"
      }
    ]
  },
  "PATCH /block-bookings/{blockId}": {
    "type": "application/json",
    "example": {
      "_id": "01a206ec-fffd-771c-b835-5db4f89fde42",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Summer school",
      "notes": "Invoice to the faculty of arts",
      "hold_until": null,
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a206ec-f480-778d-9d88-83fdbbca7086",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "contract_start": "2027-08-18",
      "contract_end": "2027-09-01",
      "counts": {
        "provisional": 0,
        "confirmed": 6,
        "checked_in": 0,
        "checked_out": 0,
        "cancelled": 0,
        "no_show": 0,
        "void": 0
      },
      "waiting": [],
      "warnings": []
    }
  },
  "PATCH /bookings/bulk": {
    "type": "application/json",
    "example": {
      "summary": {
        "requested": 2,
        "updated": 2,
        "failed": 0,
        "rolled_back": 0
      },
      "results": [
        {
          "index": 0,
          "booking_id": "019aa000-0000-7000-8000-000000000051",
          "outcome": "updated",
          "error": null,
          "booking": {
            "_id": "019aa000-0000-7000-8000-000000000051",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "ZD8QJY6",
            "lead_person": "01a20528-f87f-7176-8371-7dfc6604e16b",
            "additional_people": [],
            "location": "01a20528-f87d-7214-97e8-007fb9fc35fd",
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
            "hold_until": null,
            "flags": [],
            "notes": "Luggage comes a day earlier",
            "turnaround_days": null,
            "block_booking": null,
            "source": "manual",
            "version": 2,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a20528-f776-7753-bead-d158ddee6b4d",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a20528-f776-7753-bead-d158ddee6b4d",
            "stays": [
              {
                "location": "01a20528-f87d-7214-97e8-007fb9fc35fd",
                "from": "2026-11-21",
                "to": "2027-06-21",
                "state": "held"
              }
            ],
            "planned_move": null,
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
        {
          "index": 1,
          "booking_id": "019aa000-0000-7000-8000-000000000052",
          "outcome": "updated",
          "error": null,
          "booking": {
            "_id": "019aa000-0000-7000-8000-000000000052",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "MMT6637",
            "lead_person": "01a20528-f87f-7176-8371-80109c317db4",
            "additional_people": [],
            "location": "01a20528-f87d-7214-97e8-0753156de5b0",
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
            "vehicle_registration": "AB12 CDE",
            "parking_expiry_at": null,
            "departure_slot_at": null,
            "hold_until": null,
            "flags": [],
            "notes": null,
            "turnaround_days": null,
            "block_booking": null,
            "source": "manual",
            "version": 2,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a20528-f776-7753-bead-d158ddee6b4d",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a20528-f776-7753-bead-d158ddee6b4d",
            "stays": [
              {
                "location": "01a20528-f87d-7214-97e8-0753156de5b0",
                "from": "2026-12-11",
                "to": "2027-07-09",
                "state": "held"
              }
            ],
            "planned_move": null,
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
      ]
    }
  },
  "PATCH /bookings/{bookingId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000051",
      "site": "019aa000-0000-7000-8000-000000000001",
      "reference": "ZD8QJY6",
      "lead_person": "01a20521-0c35-7398-8992-9946a0098f35",
      "additional_people": [],
      "location": "01a20521-0c33-7322-953a-2b27d77f72d6",
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
      "hold_until": null,
      "flags": [],
      "notes": "Called: arrives tomorrow",
      "turnaround_days": null,
      "block_booking": null,
      "source": "manual",
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7",
      "stays": [
        {
          "location": "01a20521-0c33-7322-953a-2b27d77f72d6",
          "from": "2026-11-21",
          "to": "2027-06-21",
          "state": "held"
        }
      ],
      "planned_move": null,
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
        "correction_minutes": 30,
        "require_confirmed_for_check_in": true,
        "event_retention_days": 400,
        "retention_years": null,
        "evacuation_flags": []
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
      "address": "1 Kings Road\nLondon N1 1AA",
      "phone": "+44 20 7946 0000",
      "email": "office@kingscourt.example",
      "colour": "#1F4E79",
      "language": null,
      "logo": "01a2053f-34c9-73a3-8539-481661a97510",
      "version": 3,
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
      "created_at": "2026-11-22T17:57:53.012Z",
      "updated_at": "2026-11-22T17:57:53.012Z"
    }
  },
  "PATCH /sites/{siteId}/categories/{categoryId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000043",
      "name": "Plumbing",
      "colour": "#0E7490",
      "version": 2,
      "created_at": "2026-11-22T17:57:53.011Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /sites/{siteId}/closures/{closureId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000053",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "01a20536-b11b-718b-88ce-d0efb1bc9f7e",
      "from": "2027-09-17",
      "to": "2027-10-01",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": "The builder has the keys",
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
      "waiting": []
    }
  },
  "PATCH /sites/{siteId}/flags/{flagId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000041",
      "name": "Step-free room",
      "colour": "#0E7490",
      "version": 1,
      "created_at": "2026-11-22T17:57:53.010Z",
      "updated_at": "2026-11-22T17:57:53.010Z"
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
      "parent": "01a20468-494a-77ba-9598-a00a34f7d897",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "Mill Building / Floor 1 / Studio 101",
      "version": 1,
      "created_at": "2026-11-22T17:57:53.136Z",
      "updated_at": "2026-11-22T17:57:53.136Z"
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
      "created_at": "2026-11-22T17:57:55.702Z",
      "updated_at": "2026-11-22T17:57:55.702Z"
    }
  },
  "PATCH /sites/{siteId}/waiting-list/{entryId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000054",
      "site": "019aa000-0000-7000-8000-000000000001",
      "state": "waiting",
      "person": "01a20536-b11b-718b-88cf-20dc85f1e4d5",
      "name": "Suárez, Paula",
      "contact": null,
      "location_type": "01a20536-b119-736d-9eed-426617813f5b",
      "location_tree": null,
      "from": "2027-09-17",
      "to": "2028-07-13",
      "since": "2026-11-21T12:00:00.000Z",
      "priority": 10,
      "notes": "Would like to stay another year",
      "booking": null,
      "freed_at": null,
      "freed_location": null,
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6"
    }
  },
  "PATCH /sites/{siteId}/webhooks/{webhookId}": {
    "type": "application/json",
    "example": {
      "_id": "01a20506-4e13-707f-93e5-a4f970270f9b",
      "site": "019aa000-0000-7000-8000-000000000001",
      "url": "https://doors.example/lodge",
      "description": "The doors of South House",
      "types": [],
      "role": "viewer",
      "enabled": true,
      "disabled_reason": null,
      "failing_since": null,
      "waiting": 1,
      "lag_seconds": 16,
      "previous_secret_until": null,
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /sites/{siteId}/welfare-states/{welfareStateId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000042",
      "name": "weekly_call",
      "colour": "#0E7490",
      "version": 2,
      "created_at": "2026-11-22T17:57:53.012Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /students/{siteId}/{userId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000031",
      "student_id": "KC00001",
      "first_name": "Zoë",
      "last_name": "Ångström",
      "record_name": "Ångström, Zoë",
      "email": "zoe.angstrom.kc00001@students.example",
      "location": "019aa000-0000-7000-8000-000000000021",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "student",
      "active": true,
      "flags": [
        {
          "_id": "019aa000-0000-7000-8000-000000000041",
          "name": "Step-free room",
          "colour": "#0E7490"
        }
      ],
      "welfare_flag": false,
      "version": 3,
      "created_at": "2026-11-23T02:10:51.739Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /users/@me/hint": {
    "type": "application/json",
    "example": {
      "success": true
    }
  },
  "POST /block-bookings/{blockId}/bookings": {
    "type": "application/json",
    "example": {
      "block_booking": {
        "_id": "01a206ec-fffd-771c-b835-5db4f89fde42",
        "name": "Summer school",
        "notes": "Invoice to the faculty of music"
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
            "_id": "01a206ef-3322-76eb-8e8d-6f9715df4778",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "8261DC8",
            "lead_person": null,
            "additional_people": [],
            "location": "019aa000-0000-7000-8000-000000000022",
            "status": "provisional",
            "phase": "upcoming",
            "contract_start": "2030-07-01",
            "contract_end": "2030-07-13",
            "occupied_from": "2030-07-01",
            "occupied_to": "2030-07-13",
            "checked_in_at": null,
            "checked_out_at": null,
            "cancelled_at": null,
            "no_show_at": null,
            "cancellation_code": null,
            "cancellation_reason": null,
            "vehicle_registration": null,
            "parking_expiry_at": null,
            "departure_slot_at": null,
            "hold_until": null,
            "flags": [],
            "notes": null,
            "turnaround_days": null,
            "block_booking": "01a206ec-fffd-771c-b835-5db4f89fde42",
            "source": "bulk",
            "version": 1,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a206ec-f480-778d-9d88-83fdbbca7086",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a206ec-f480-778d-9d88-83fdbbca7086"
          },
          "warnings": [],
          "overridden_booking_id": null,
          "waiting": []
        }
      ]
    }
  },
  "POST /block-bookings/{blockId}/cancel": {
    "type": "application/json",
    "example": {
      "_id": "01a206ec-fffd-771c-b835-5db4f89fde42",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Summer school",
      "notes": "Invoice to the faculty of music",
      "hold_until": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a206ec-f480-778d-9d88-83fdbbca7086",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "contract_start": null,
      "contract_end": null,
      "counts": {
        "provisional": 0,
        "confirmed": 0,
        "checked_in": 0,
        "checked_out": 0,
        "cancelled": 6,
        "no_show": 0,
        "void": 0
      },
      "waiting": [],
      "warnings": []
    }
  },
  "POST /block-bookings/{blockId}/release": {
    "type": "application/json",
    "example": {
      "block_booking": {
        "_id": "01a206ec-fffd-771c-b835-5db4f89fde42",
        "site": "019aa000-0000-7000-8000-000000000001",
        "name": "Summer school",
        "notes": "Invoice to the faculty of music",
        "hold_until": null,
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a206ec-f480-778d-9d88-83fdbbca7086",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "contract_start": null,
        "contract_end": null,
        "counts": {
          "provisional": 0,
          "confirmed": 0,
          "checked_in": 0,
          "checked_out": 0,
          "cancelled": 6,
          "no_show": 0,
          "void": 0
        }
      },
      "results": [
        {
          "index": 0,
          "booking_id": "01a206ed-000a-70fc-8feb-cd82c3e4aaf3",
          "outcome": "released",
          "error": null,
          "waiting": []
        },
        {
          "index": 1,
          "booking_id": "01a206ed-000a-70fc-8feb-d38d1a0f2eac",
          "outcome": "released",
          "error": null,
          "waiting": []
        }
      ]
    }
  },
  "POST /bookings": {
    "type": "application/json",
    "example": {
      "_id": "01a20521-c16f-705d-a64b-c9ea5959f765",
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
      "hold_until": null,
      "flags": [],
      "notes": "Arrives late in the evening",
      "turnaround_days": null,
      "block_booking": null,
      "source": "manual",
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20521-0bbc-70b5-b1a7-c4d9b99812f7",
      "stays": [
        {
          "location": "019aa000-0000-7000-8000-000000000022",
          "from": "2027-09-18",
          "to": "2028-06-30",
          "state": "held"
        }
      ],
      "planned_move": null,
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
        "_id": "01a206ee-f9bb-7183-af84-729327127a4c",
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
            "_id": "01a206ee-f9d1-755a-86c3-d181122c18a0",
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
            "hold_until": null,
            "flags": [],
            "notes": null,
            "turnaround_days": null,
            "block_booking": "01a206ee-f9bb-7183-af84-729327127a4c",
            "source": "bulk",
            "version": 1,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a206ec-f480-778d-9d88-83fdbbca7086",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a206ec-f480-778d-9d88-83fdbbca7086"
          },
          "warnings": [],
          "overridden_booking_id": null,
          "waiting": []
        }
      ]
    }
  },
  "POST /bookings/import/commit": {
    "type": "application/json",
    "example": {
      "import_id": "01a2046a-046d-75fe-b51c-336a212da278",
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
      "preview_id": "01a20522-2301-7246-8080-df3137a1cf74",
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
      "declared": {},
      "remembered": null,
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
            "hold_until": null,
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
            "hold_until": null,
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
      "import_id": "01a20468-68ae-7441-8e49-8ff9c62d10cb",
      "status": "processing",
      "job_id": "01a2046a-5ad5-72f8-b5a3-524bd4805f3d",
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
            "lead_person": "01a20557-6858-7091-9e70-a1239891378e",
            "additional_people": [],
            "location": "01a20557-6856-75d9-aa01-f144b14d5c80",
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
            "hold_until": null,
            "flags": [],
            "notes": null,
            "turnaround_days": null,
            "block_booking": null,
            "source": "manual",
            "version": 2,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a20557-67cc-703e-9b78-9aa685d908d4",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a20557-67cc-703e-9b78-9aa685d908d4",
            "stays": [
              {
                "location": "01a20557-6856-75d9-aa01-f144b14d5c80",
                "from": "2026-11-21",
                "to": "2027-06-21",
                "state": "in_house"
              }
            ],
            "planned_move": null,
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
            "_id": "01a20557-d222-773f-9750-8db1efd9ddc9",
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
              "_id": "01a20557-67cc-703e-9b78-9aa685d908d4",
              "name": "Olive Owner"
            },
            "notes": "Key handed over",
            "cancellation_code": null,
            "cancellation_reason": null,
            "changes": [
              {
                "to": "2026-11-21T12:00:00.000Z",
                "from": null,
                "field": "checked_in_at"
              }
            ],
            "caused_by": null,
            "request_id": "01a20557-d1e1-753a-8863-56a352fe40b4"
          },
          "waiting": []
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
            "lead_person": "01a20557-6858-7091-9e70-a61dbdf677ab",
            "additional_people": [],
            "location": "01a20557-6856-75d9-aa01-f703878f5179",
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
            "hold_until": null,
            "flags": [],
            "notes": null,
            "turnaround_days": null,
            "block_booking": null,
            "source": "manual",
            "version": 2,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a20557-67cc-703e-9b78-9aa685d908d4",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a20557-67cc-703e-9b78-9aa685d908d4",
            "stays": [],
            "planned_move": null,
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
            "_id": "01a20557-d20a-7286-8603-531754c8bd38",
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
              "_id": "01a20557-67cc-703e-9b78-9aa685d908d4",
              "name": "Olive Owner"
            },
            "notes": null,
            "cancellation_code": "requested_by_student",
            "cancellation_reason": null,
            "changes": [
              {
                "to": "2026-11-21T12:00:00.000Z",
                "from": null,
                "field": "cancelled_at"
              },
              {
                "to": "requested_by_student",
                "from": null,
                "field": "cancellation_code"
              }
            ],
            "caused_by": null,
            "request_id": "01a20557-d1e1-753a-8863-56a352fe40b4"
          },
          "waiting": []
        }
      ]
    }
  },
  "POST /bookings/{bookingId}/confirmation": {
    "type": "application/json",
    "example": {
      "_id": "01a20520-34aa-71cf-9551-6f2d6f226216",
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
      "created_at": "2026-11-22T21:18:46.443Z",
      "finished_at": null
    }
  },
  "POST /bookings/{bookingId}/moves": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000051",
      "site": "019aa000-0000-7000-8000-000000000001",
      "reference": "ZD8QJY6",
      "lead_person": "01a20536-b11b-718b-88cf-341b8f3ea849",
      "additional_people": [],
      "location": "019aa000-0000-7000-8000-000000000022",
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
      "hold_until": null,
      "flags": [],
      "notes": null,
      "turnaround_days": null,
      "block_booking": null,
      "source": "manual",
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
      "stays": [
        {
          "location": "019aa000-0000-7000-8000-000000000022",
          "from": "2026-11-21",
          "to": "2027-06-21",
          "state": "held"
        }
      ],
      "planned_move": null,
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
      "warnings": [],
      "waiting": []
    }
  },
  "POST /bookings/{bookingId}/swap": {
    "type": "application/json",
    "example": {
      "booking": {
        "_id": "019aa000-0000-7000-8000-000000000051",
        "site": "019aa000-0000-7000-8000-000000000001",
        "reference": "ZD8QJY6",
        "lead_person": "01a2062b-9d91-73a1-9629-56ce273391df",
        "additional_people": [],
        "location": "01a2062b-9d61-70d8-a285-a825cd0b76cc",
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
        "hold_until": null,
        "flags": [],
        "notes": null,
        "turnaround_days": null,
        "block_booking": null,
        "source": "manual",
        "version": 2,
        "created_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a2062b-960e-70b1-9265-a942f3ddb75c",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a2062b-960e-70b1-9265-a942f3ddb75c",
        "stays": [
          {
            "location": "01a2062b-9d61-70d8-a285-a825cd0b76cc",
            "from": "2026-11-21",
            "to": "2027-06-21",
            "state": "held"
          }
        ],
        "planned_move": null,
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
        "warnings": [],
        "waiting": []
      },
      "with_booking": {
        "_id": "019aa000-0000-7000-8000-000000000052",
        "site": "019aa000-0000-7000-8000-000000000001",
        "reference": "MMT6637",
        "lead_person": "01a2062b-9d91-73a1-9629-5a363a77901e",
        "additional_people": [],
        "location": "01a2062b-9d61-70d8-a285-a7b36b88c219",
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
        "hold_until": null,
        "flags": [],
        "notes": null,
        "turnaround_days": null,
        "block_booking": null,
        "source": "manual",
        "version": 2,
        "created_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a2062b-960e-70b1-9265-a942f3ddb75c",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a2062b-960e-70b1-9265-a942f3ddb75c",
        "stays": [
          {
            "location": "01a2062b-9d61-70d8-a285-a7b36b88c219",
            "from": "2026-12-11",
            "to": "2027-07-09",
            "state": "held"
          }
        ],
        "planned_move": null,
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
        "warnings": [],
        "waiting": []
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
        "lead_person": "01a20557-6858-7091-9e70-a1239891378e",
        "additional_people": [],
        "location": "01a20557-6856-75d9-aa01-f144b14d5c80",
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
        "hold_until": null,
        "flags": [],
        "notes": null,
        "turnaround_days": null,
        "block_booking": null,
        "source": "manual",
        "version": 2,
        "created_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a20557-67cc-703e-9b78-9aa685d908d4",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a20557-67cc-703e-9b78-9aa685d908d4",
        "stays": [
          {
            "location": "01a20557-6856-75d9-aa01-f144b14d5c80",
            "from": "2026-11-21",
            "to": "2027-06-21",
            "state": "in_house"
          }
        ],
        "planned_move": null,
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
        "_id": "01a20557-d4bd-726a-a264-7d00086c4b9e",
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
          "_id": "01a20557-67cc-703e-9b78-9aa685d908d4",
          "name": "Olive Owner"
        },
        "notes": "Key handed over",
        "cancellation_code": null,
        "cancellation_reason": null,
        "changes": [
          {
            "to": "2026-11-21T12:00:00.000Z",
            "from": null,
            "field": "checked_in_at"
          }
        ],
        "caused_by": null,
        "request_id": "01a20557-d49b-7330-ab8e-0da0279f76e9"
      },
      "waiting": []
    }
  },
  "POST /jobs/{jobId}/cancel": {
    "type": "application/json",
    "example": {
      "_id": "01a20468-68ae-7441-8e49-8ff9c62d10cb",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "booking_import",
      "state": "completed",
      "progress": {
        "done": 1,
        "total": 1,
        "stage": "completed"
      },
      "result_url": "/bookings/imports/01a20468-68ae-7441-8e49-8ff9c62d10cb?site=019aa000-0000-7000-8000-000000000001",
      "problem": null,
      "created_at": "2026-11-22T17:58:01.138Z",
      "finished_at": "2026-11-22T17:58:01.449Z"
    }
  },
  "POST /sites": {
    "type": "application/json",
    "example": {
      "_id": "01a2053f-a6c8-7153-a84c-011f629e1ef0",
      "name": "Castle Wharf",
      "time_zone": "Europe/London",
      "date_order": "dmy",
      "settings": {
        "early_check_in_days": 0,
        "history_window_days": 7,
        "correction_minutes": 30,
        "require_confirmed_for_check_in": true,
        "event_retention_days": 400,
        "retention_years": null,
        "evacuation_flags": []
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
      "address": null,
      "phone": null,
      "email": null,
      "colour": null,
      "language": null,
      "logo": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/calendar-feeds": {
    "type": "application/json",
    "example": {
      "_id": "01a20469-ecbb-738b-aef2-a62c983502a0",
      "location": "019aa000-0000-7000-8000-000000000021",
      "person": null,
      "with_names": false,
      "created_by": "Olive Owner",
      "active": true,
      "created_at": "2026-11-21T12:00:00.000Z",
      "last_read_at": null,
      "url": "http://localhost/calendars/feed.ics?token=lodge_the-key-is-shown-once"
    }
  },
  "POST /sites/{siteId}/cancellation-codes": {
    "type": "application/json",
    "example": {
      "_id": "01a20468-d833-73f7-8dae-dc7c48752e8c",
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
      "_id": "01a20469-0caf-7690-86bc-0cc298dde707",
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
      "_id": "01a20469-dada-72af-9e0a-212689cdf9fb",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "019aa000-0000-7000-8000-000000000022",
      "from": "2029-07-01",
      "to": "2029-07-15",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20468-4815-77c4-9357-5f9d8b802254",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20468-4815-77c4-9357-5f9d8b802254"
    }
  },
  "POST /sites/{siteId}/closures/{closureId}/end": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000053",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "01a20536-b11b-718b-88ce-d0efb1bc9f7e",
      "from": "2027-09-17",
      "to": "2027-09-17",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
      "waiting": [
        {
          "_id": "019aa000-0000-7000-8000-000000000054",
          "person": "01a20536-b11b-718b-88cf-20dc85f1e4d5",
          "name": "Suárez, Paula",
          "location_type": "01a20536-b119-736d-9eed-426617813f5b",
          "location_tree": null,
          "from": "2027-09-17",
          "to": "2028-07-13",
          "since": "2026-11-21T12:00:00.000Z",
          "priority": 0,
          "free_location": "01a20536-b11b-718b-88ce-d0efb1bc9f7e"
        }
      ]
    }
  },
  "POST /sites/{siteId}/flags": {
    "type": "application/json",
    "example": {
      "_id": "01a20468-e92f-750f-b5e1-9e1086174644",
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
      "_id": "01a20469-3870-768c-bb07-df8ec7b75ea2",
      "name": "Ensuite room",
      "colour": "#2F6FED",
      "can_be_allocated_to_bookings": true
    }
  },
  "POST /sites/{siteId}/locations": {
    "type": "application/json",
    "example": {
      "_id": "01a20469-4bb8-77f7-a2ac-250b7440daec",
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
  "POST /sites/{siteId}/locations/bulk": {
    "type": "application/json",
    "example": {
      "created": 31,
      "locations": [
        {
          "_id": "01a2055c-4d85-70b0-8432-24da7f76ff87",
          "name": "West House",
          "code": "W",
          "location_type": "01a2055b-ec9b-759b-b72c-df2609f91e4b",
          "parent": null,
          "floor": null,
          "capacity": 1,
          "active": true,
          "path": "West House",
          "version": 1,
          "created_at": "2026-11-21T12:00:00.000Z",
          "updated_at": "2026-11-21T12:00:00.000Z"
        },
        {
          "_id": "01a2055c-4d85-70b0-8432-29f1ae68c74e",
          "name": "Room 001",
          "code": "W-001",
          "location_type": "019aa000-0000-7000-8000-000000000011",
          "parent": "01a2055c-4d85-70b0-8432-24da7f76ff87",
          "floor": "0",
          "capacity": 1,
          "active": true,
          "path": "West House / Room 001",
          "version": 1,
          "created_at": "2026-11-21T12:00:00.000Z",
          "updated_at": "2026-11-21T12:00:00.000Z"
        }
      ]
    }
  },
  "POST /sites/{siteId}/members": {
    "type": "application/json",
    "example": {
      "_id": "01a20468-8d36-76b3-a6a9-9c14e478a64a",
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
      "created_at": "2026-11-22T17:57:55.702Z",
      "updated_at": "2026-11-22T17:57:55.702Z"
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
      "created_at": "2026-11-22T17:57:55.702Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/waiting-list": {
    "type": "application/json",
    "example": {
      "_id": "01a20538-6a98-71af-80d0-f7c7b4363c84",
      "site": "019aa000-0000-7000-8000-000000000001",
      "state": "waiting",
      "person": "019aa000-0000-7000-8000-000000000031",
      "name": "Ångström, Zoë",
      "contact": null,
      "location_type": "019aa000-0000-7000-8000-000000000011",
      "location_tree": null,
      "from": "2027-09-18",
      "to": "2028-06-30",
      "since": "2026-11-21T12:00:00.000Z",
      "priority": 0,
      "notes": "Ground floor if possible",
      "booking": null,
      "freed_at": null,
      "freed_location": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6"
    }
  },
  "POST /sites/{siteId}/waiting-list/{entryId}/offers": {
    "type": "application/json",
    "example": {
      "entry": {
        "_id": "019aa000-0000-7000-8000-000000000054",
        "site": "019aa000-0000-7000-8000-000000000001",
        "state": "offered",
        "person": "01a20536-b11b-718b-88cf-20dc85f1e4d5",
        "name": "Suárez, Paula",
        "contact": null,
        "location_type": "01a20536-b119-736d-9eed-426617813f5b",
        "location_tree": null,
        "from": "2027-09-17",
        "to": "2028-07-13",
        "since": "2026-11-21T12:00:00.000Z",
        "priority": 0,
        "notes": "Would like to stay another year",
        "booking": "01a20538-7cf4-75c3-b18e-496d62bfb256",
        "freed_at": null,
        "freed_location": null,
        "version": 2,
        "created_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6"
      },
      "booking": {
        "_id": "01a20538-7cf4-75c3-b18e-496d62bfb256",
        "site": "019aa000-0000-7000-8000-000000000001",
        "reference": "8261DC8",
        "lead_person": "01a20536-b11b-718b-88cf-20dc85f1e4d5",
        "additional_people": [],
        "location": "019aa000-0000-7000-8000-000000000022",
        "status": "provisional",
        "phase": "upcoming",
        "contract_start": "2027-09-17",
        "contract_end": "2028-07-13",
        "occupied_from": "2027-09-17",
        "occupied_to": "2028-07-13",
        "checked_in_at": null,
        "checked_out_at": null,
        "cancelled_at": null,
        "no_show_at": null,
        "cancellation_code": null,
        "cancellation_reason": null,
        "vehicle_registration": null,
        "parking_expiry_at": null,
        "departure_slot_at": null,
        "hold_until": "2027-09-01T11:00:00.000Z",
        "flags": [],
        "notes": null,
        "turnaround_days": null,
        "block_booking": null,
        "source": "manual",
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "created_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a20536-aec2-755d-9e0c-4904fbbc15a6",
        "stays": [
          {
            "location": "019aa000-0000-7000-8000-000000000022",
            "from": "2027-09-17",
            "to": "2028-07-13",
            "state": "held"
          }
        ],
        "planned_move": null,
        "allowed_transitions": [
          {
            "type": "confirm",
            "allowed": true,
            "reasons": [],
            "requires": []
          },
          {
            "type": "check_in",
            "allowed": false,
            "reasons": [
              {
                "code": "not_confirmed",
                "message": "Confirm the booking first."
              },
              {
                "code": "before_start",
                "message": "The stay starts on 2027-09-17."
              }
            ],
            "requires": []
          }
        ],
        "warnings": []
      }
    }
  },
  "POST /sites/{siteId}/webhooks": {
    "type": "application/json",
    "example": {
      "_id": "01a206ef-bd9d-7051-9adb-22cefc94a578",
      "site": "019aa000-0000-7000-8000-000000000001",
      "url": "https://doors.example/lodge",
      "description": null,
      "types": [
        "booking.checked_in",
        "booking.checked_out"
      ],
      "role": "viewer",
      "enabled": true,
      "disabled_reason": null,
      "failing_since": null,
      "waiting": 0,
      "lag_seconds": 0,
      "previous_secret_until": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "secret": "whsec_8Spd4cRirXUN0PEEPfKuJZC6P4Vh7tuYYLWftkYuMOc="
    }
  },
  "POST /sites/{siteId}/webhooks/{webhookId}/deliveries/{deliveryId}/resend": {
    "type": "application/json",
    "example": {
      "_id": "01a20463-3d0a-70b0-8986-110cbe8b9dc3",
      "event": "01a20462-0bc8-725b-93c0-c86450b5d7c2",
      "type": "webhook.test",
      "state": "waiting",
      "attempts": 0,
      "next_at": "2026-11-22T17:52:22.282Z",
      "status": null,
      "duration_ms": null,
      "response": null,
      "error": null,
      "created_at": "2026-11-22T17:52:22.282Z",
      "ended_at": null
    }
  },
  "POST /sites/{siteId}/webhooks/{webhookId}/replay": {
    "type": "application/json",
    "example": {
      "_id": "01a20506-4e13-707f-93e5-a4f970270f9b",
      "site": "019aa000-0000-7000-8000-000000000001",
      "url": "https://doors.example/lodge",
      "description": null,
      "types": [],
      "role": "viewer",
      "enabled": true,
      "disabled_reason": null,
      "failing_since": null,
      "waiting": 1,
      "lag_seconds": 118246,
      "previous_secret_until": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/webhooks/{webhookId}/rotate-secret": {
    "type": "application/json",
    "example": {
      "_id": "01a208da-c2cc-724a-aa06-d5d1801e120c",
      "site": "019aa000-0000-7000-8000-000000000001",
      "url": "https://doors.example/lodge",
      "description": null,
      "types": [],
      "role": "viewer",
      "enabled": true,
      "disabled_reason": null,
      "failing_since": null,
      "waiting": 1,
      "lag_seconds": 23,
      "previous_secret_until": "2026-11-24T14:41:46.890Z",
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "secret": "whsec_9iatztSvLuotPZRJ4gotBuXPmJ+y54ezxivtpDFyBwQ="
    }
  },
  "POST /sites/{siteId}/webhooks/{webhookId}/test": {
    "type": "application/json",
    "example": {
      "_id": "01a20463-351f-700f-b237-3f7fdabf2800",
      "event": "01a20463-351f-700f-b237-403a3f28896e",
      "type": "webhook.test",
      "state": "waiting",
      "attempts": 0,
      "next_at": "2026-11-22T17:52:20.259Z",
      "status": null,
      "duration_ms": null,
      "response": null,
      "error": null,
      "created_at": "2026-11-22T17:52:20.259Z",
      "ended_at": null
    }
  },
  "POST /sites/{siteId}/welfare-states": {
    "type": "application/json",
    "example": {
      "_id": "01a20468-faa1-70a2-badb-c3d850bf95fd",
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
      "_id": "01a20469-1ee6-713d-879b-082e95c49006",
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
      "created_by": "01a20468-4815-77c4-9357-5f9d8b802254"
    }
  },
  "POST /sla-policies/{siteId}/evaluate": {
    "type": "application/json",
    "example": {
      "policy": {
        "_id": "01a20468-4915-7121-b40d-0f5e5279ccaf",
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
      "_id": "01a208da-ef47-76f1-bf93-d16c4f9b18b1",
      "site": "019aa000-0000-7000-8000-000000000001",
      "student_id": "S-WJJ27CSK",
      "first_name": "Grace",
      "last_name": "Hopper",
      "email": "grace.hopper@students.example",
      "location": "019aa000-0000-7000-8000-000000000021",
      "type": "student",
      "date_of_birth": "2006-12-09",
      "record_name": "Hopper, Grace",
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
  "POST /students/{siteId}/{userId}/merge": {
    "type": "application/json",
    "example": {
      "student": {
        "_id": "019aa000-0000-7000-8000-000000000031",
        "student_id": "KC00001",
        "first_name": "Zoë",
        "last_name": "Ångström",
        "record_name": "Ångström, Zoë",
        "email": "zoe.angstrom.kc00001@students.example",
        "location": "019aa000-0000-7000-8000-000000000021",
        "site": "019aa000-0000-7000-8000-000000000001",
        "type": "student",
        "active": true,
        "flags": [],
        "welfare_flag": false,
        "version": 3,
        "created_at": "2026-11-23T02:10:51.739Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      "merged": "01a2062b-9da4-7467-bc2f-0b2707dd09a4",
      "bookings": 1,
      "undo_until": "2026-11-28T12:00:00.000Z"
    }
  },
  "POST /students/{siteId}/{userId}/merge/undo": {
    "type": "application/json",
    "example": {
      "student": {
        "_id": "019aa000-0000-7000-8000-000000000031",
        "student_id": "KC00001",
        "first_name": "Zoë",
        "last_name": "Ångström",
        "record_name": "Ångström, Zoë",
        "email": "zoe.angstrom.kc00001@students.example",
        "location": "019aa000-0000-7000-8000-000000000021",
        "site": "019aa000-0000-7000-8000-000000000001",
        "type": "student",
        "active": true,
        "flags": [],
        "welfare_flag": false,
        "version": 3,
        "created_at": "2026-11-23T02:10:51.739Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      "restored": {
        "_id": "019aa000-0000-7000-8000-000000000032",
        "student_id": "DOOR-0001",
        "first_name": "Zoe",
        "last_name": "Angstrom",
        "record_name": "Angstrom, Zoe",
        "email": "zoe.angstrom@home.example",
        "location": "019aa000-0000-7000-8000-000000000021",
        "site": "019aa000-0000-7000-8000-000000000001",
        "type": "student",
        "active": true,
        "flags": [],
        "welfare_flag": false,
        "version": 3,
        "created_at": "2026-11-23T02:10:51.739Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      "bookings": 0,
      "left_alone": [],
      "not_restored": []
    }
  },
  "POST /students/{siteId}/{userId}/photo": {
    "type": "application/json",
    "example": {
      "url": "http://localhost/files/uploads/01a20469-93bc-707b-a916-c46bfba87a61?expires=1795263000&type=image%2Fjpeg&max=5242880&signature=...",
      "object_id": "01a20469-93bc-707b-a916-c46bfba87a61"
    }
  },
  "POST /students/{site}/import": {
    "type": "application/json",
    "example": {
      "import_id": null,
      "students": [
        {
          "_id": "019aa000-0000-7000-8000-000000000031",
          "student_id": "KC00001",
          "first_name": "Zoë",
          "last_name": "Ångström",
          "email": "zoe.angstrom.kc00001@students.example",
          "location": "019aa000-0000-7000-8000-000000000022",
          "site": "019aa000-0000-7000-8000-000000000001",
          "active": true
        },
        {
          "_id": "",
          "student_id": "KC09001",
          "first_name": "Grace",
          "last_name": "Hopper",
          "email": "grace.hopper@students.example",
          "location": "01a20468-494a-77ba-9598-abfd07b0a10d",
          "site": "019aa000-0000-7000-8000-000000000001",
          "active": true
        }
      ],
      "exceptions": [
        {
          "student_id": "KC09002",
          "first_name": "Alan",
          "last_name": "Turing",
          "email": "",
          "location": "Attic",
          "cause": "location_not_found",
          "existing_record_id": ""
        }
      ]
    }
  },
  "POST /students/{site}/imports/{importId}/undo": {
    "type": "application/json",
    "example": {
      "import_id": "01a20468-6a8c-75f9-9c67-4cc8bb92d761",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "partial",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a20468-4815-77c4-9357-5f9d8b802254",
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
          "_id": "01a20468-6a7b-777b-ad66-b212e8fba8e9",
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
      "_id": "01a20506-5dee-75f8-a6f2-f945b93f6574",
      "name": "Nightly report",
      "prefix": "lodge_rC5-pf",
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
      "url": "http://localhost/files/uploads/01a20469-87ce-70ca-ba8c-c384e45460b8?expires=1795263000&type=image%2Fjpeg&max=5242880&signature=...",
      "object_id": "01a20469-87ce-70ca-ba8c-c384e45460b8"
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
  "PUT /sites/{siteId}/departure-slots": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "location": null,
          "on": "2029-06-30",
          "at": "2029-06-30T08:00:00.000Z",
          "capacity": 10,
          "taken": 0,
          "free": 10
        },
        {
          "location": null,
          "on": "2029-06-30",
          "at": "2029-06-30T09:00:00.000Z",
          "capacity": 15,
          "taken": 0,
          "free": 15
        }
      ]
    }
  },
  "PUT /sites/{siteId}/logo": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000001",
      "name": "Kings Court",
      "time_zone": "Europe/London",
      "date_order": "dmy",
      "settings": {
        "early_check_in_days": 0,
        "history_window_days": 7,
        "correction_minutes": 30,
        "require_confirmed_for_check_in": true,
        "event_retention_days": 400,
        "retention_years": null,
        "evacuation_flags": []
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
      "address": "1 Kings Road\nLondon N1 1AA",
      "phone": "+44 20 7946 0000",
      "email": "office@kingscourt.example",
      "colour": "#1F4E79",
      "language": null,
      "logo": "01a2053f-ad02-7391-a5bb-f1da9e3f9c96",
      "version": 3,
      "created_at": "2026-11-21T12:00:00.000Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PUT /sla-policies/{siteId}/{policyId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000046",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Heating",
      "category_ids": [
        "01a20468-48f1-7487-a04d-7f79a0d4f2de"
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
      "created_by": "01a20468-4815-77c4-9357-5f9d8b802254"
    }
  },
  "PUT /students/{siteId}/{userId}/photo": {
    "type": "application/json",
    "example": {
      "raw_url": "http://localhost/pictures/01a20469-9a7e-71a7-a5d9-7c879eadee31",
      "source_uri": "http://localhost/files/pictures/01a20469-9a7e-71a7-a5d9-7c879eadee31.webp?expires=1795263000&signature=...",
      "uploaded": true,
      "object_id": "01a20468-746e-76fc-9deb-a73bfda6dea7"
    }
  },
  "PUT /users/avatar": {
    "type": "application/json",
    "example": {
      "raw_url": "http://localhost/pictures/01a20469-8c7e-77ad-8b26-1ff0e6f4dcb5",
      "source_uri": "http://localhost/files/pictures/01a20469-8c7e-77ad-8b26-1ff0e6f4dcb5.webp?expires=1795263000&signature=...",
      "uploaded": true,
      "object_id": "01a20468-7469-74f1-a484-ca2161cdecec"
    }
  }
};
