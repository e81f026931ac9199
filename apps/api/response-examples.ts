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
      "lead_person": "01a203a4-d9ca-7453-906f-66a652536d32",
      "additional_people": [],
      "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a203a4-d918-7634-92b4-882032196c56",
      "stays": [
        {
          "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
          "_id": "01a203a4-ee77-76ad-87f4-8edf49a59266",
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
            "_id": "01a203a4-ee6f-72a3-b3df-b595a5a9c80e"
          },
          "changes": [
            {
              "to": "viewer",
              "from": null,
              "field": "scopes/019aa000-0000-7000-8000-000000000001"
            }
          ],
          "emptied_at": null,
          "request_id": "01a203a4-ee66-77db-8b6e-f0e54e7973b3"
        },
        {
          "_id": "01a203a4-ee5e-7195-96d2-67ee35dc380d",
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
            "_id": "01a203a4-ee50-772f-9790-6035be48aecd"
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
          "_id": "01a203a4-dce3-7383-9ac6-e53abf469ba7",
          "site": "019aa000-0000-7000-8000-000000000001",
          "name": "Summer school",
          "notes": "Invoice to the faculty of music",
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a203a4-d918-7634-92b4-882032196c56",
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
      "_id": "01a203a4-dce3-7383-9ac6-e53abf469ba7",
      "site": "019aa000-0000-7000-8000-000000000001",
      "name": "Summer school",
      "notes": "Invoice to the faculty of music",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
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
          "_id": "01a203a4-da21-73b5-8cc4-40662f6253d6",
          "site": "019aa000-0000-7000-8000-000000000001",
          "reference": "A5Q8ZS5",
          "lead_person": "01a203a4-d9ca-7453-906f-60f53bc405a5",
          "additional_people": [],
          "location": "01a203a4-d9c0-7591-9cfd-9c8849f6269e",
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
          "created_by": "01a203a4-d918-7634-92b4-882032196c56",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a203a4-d918-7634-92b4-882032196c56"
        },
        {
          "_id": "01a203a4-da29-76e6-8b9d-992c0472cabb",
          "site": "019aa000-0000-7000-8000-000000000001",
          "reference": "KFBNBZK",
          "lead_person": "01a203a4-d9ca-7453-906f-99ca5f4e2346",
          "additional_people": [],
          "location": "01a203a4-d9c0-7591-9cfd-ee3b28f032fe",
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
          "created_by": "01a203a4-d918-7634-92b4-882032196c56",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a203a4-d918-7634-92b4-882032196c56"
        }
      ],
      "total": 80,
      "total_exact": true,
      "limit": 50,
      "skip": 0,
      "next_cursor": "WyJjb250cmFjdF9zdGFydCIsIjIwMjYtMTEtMTIiLCIwMWEyMDNhNC1kYTJhLTc0MTQtYjc5ZC1iNDlkYmM3MDlkOWMiXQ"
    }
  },
  "GET /bookings/export": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"first_name\",\"last_name\",\"email\",\"room\",\"contract_start\",\"contract_end\",\"vehicle_registration\",\"parking_expiry\",\"departure_slot\",\"notes\",\"booking_id\",\"reference\",\"status\",\"phase\",\"block_booking\",\"flags\",\"additional_people\",\"checked_in_at\",\"checked_out_at\",\"cancellation_code\",\"created_at\",\"updated_at\"\r\n\"KC00006\",\"Vasco\",\"Vieira\",\"vasco.vieira.kc00006@students.example\",\"N-1A5\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a203a4-da21-73b5-8cc4-40662f6253d6\",\"A5Q8ZS5\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r\n\"KC00020\",\"Raluca\",\"Constantinescu\",\"raluca.constantinescu.kc00020@students.example\",\"M-107\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a203a4-da29-76e6-8b9d-992c0472cabb\",\"KFBNBZK\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r\n\"KC00034\",\"Filipa\",\"Mendes\",\"filipa.mendes.kc00034@students.example\",\"N-2C1\",\"2026-07-24\",\"2026-09-18\",,,,,\"01a203a4-da2a-7414-b79d-933e224a45ef\",\"WS01R61\",\"checked_out\",\"past\",,,,\"2026-07-23T23:00:00.000Z\",\"2026-09-17T23:00:00.000Z\",,\"2026-11-21T12:00:00.000Z\",\"2026-11-21T12:00:00.000Z\"\r"
  },
  "GET /bookings/import/mappings": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a203aa-6886-70a9-9e4e-582e790c2f92",
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
        "updated_by": "01a203a9-e792-76e9-9730-832e16786bcb"
      }
    ]
  },
  "GET /bookings/imports/{importId}": {
    "type": "application/json",
    "example": {
      "import_id": "01a203a4-ec33-725a-8822-7cd9e2721956",
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
          "booking_id": "01a203a4-ece9-74ec-bcb8-5a8821049291",
          "person_id": "01a203a4-d9ca-7453-906f-52aa913271f5",
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
      "lead_person": "01a203a4-d9ca-7453-906f-66a652536d32",
      "additional_people": [],
      "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a203a4-d918-7634-92b4-882032196c56",
      "stays": [
        {
          "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
      "_id": "01a203a6-2d94-7128-a6b5-4645f67507b4",
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
      "created_at": "2026-11-22T14:25:52.021Z",
      "finished_at": null
    }
  },
  "GET /bookings/{bookingId}/transactions": {
    "type": "application/json",
    "example": {
      "total": 1,
      "data": [
        {
          "_id": "01a203a4-daf5-7610-af26-581baccacad1",
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
            "_id": "01a203a4-d918-7634-92b4-882032196c56",
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
  "GET /events": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "id": "01a203b4-15d5-767a-afe8-b86e940338dd",
          "cursor": "AAAAAAAABEpOL6dQb3lz",
          "type": "booking.created",
          "site": "019aa000-0000-7000-8000-000000000001",
          "occurred_at": "2026-11-21T12:00:00.000Z",
          "recorded_at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a203b4-1233-7428-9509-62247f65df4b",
            "name": "Olive Owner"
          },
          "resource": {
            "type": "booking",
            "_id": "01a203b4-1587-75a8-8a33-fa2afc28d5e2",
            "version": 2
          },
          "changes": [
            {
              "to": "confirmed",
              "from": null,
              "field": "status"
            }
          ],
          "data": {
            "_id": "01a203b4-1587-75a8-8a33-fa2afc28d5e2",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "N7HEK51",
            "lead_person": "01a203b4-14b4-75d8-8860-b7e468ba1e77",
            "additional_people": [],
            "location": "01a203b4-14a2-7492-921c-9b84e691829f",
            "status": "checked_in",
            "phase": "in_house",
            "contract_start": "2026-09-20",
            "contract_end": "2027-06-19",
            "occupied_from": "2026-09-20",
            "occupied_to": "2027-06-19",
            "checked_in_at": "2026-09-19T23:00:00.000Z",
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
            "created_by": "01a203b4-1233-7428-9509-62247f65df4b",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a203b4-1233-7428-9509-62247f65df4b"
          },
          "caused_by": null,
          "request_id": "demo-data",
          "emptied_at": null
        },
        {
          "id": "01a203b4-162e-7719-bb0a-39fc9866c577",
          "cursor": "AAAAAAAABXkxXLVODaDE",
          "type": "booking.checked_in",
          "site": "019aa000-0000-7000-8000-000000000001",
          "occurred_at": "2026-09-19T23:00:00.000Z",
          "recorded_at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a203b4-1233-7428-9509-62247f65df4b",
            "name": "Olive Owner"
          },
          "resource": {
            "type": "booking",
            "_id": "01a203b4-1587-75a8-8a33-fa2afc28d5e2",
            "version": 2
          },
          "changes": [
            {
              "to": "checked_in",
              "from": "confirmed",
              "field": "status"
            }
          ],
          "data": {
            "_id": "01a203b4-1587-75a8-8a33-fa2afc28d5e2",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "N7HEK51",
            "lead_person": "01a203b4-14b4-75d8-8860-b7e468ba1e77",
            "additional_people": [],
            "location": "01a203b4-14a2-7492-921c-9b84e691829f",
            "status": "checked_in",
            "phase": "in_house",
            "contract_start": "2026-09-20",
            "contract_end": "2027-06-19",
            "occupied_from": "2026-09-20",
            "occupied_to": "2027-06-19",
            "checked_in_at": "2026-09-19T23:00:00.000Z",
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
            "created_by": "01a203b4-1233-7428-9509-62247f65df4b",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a203b4-1233-7428-9509-62247f65df4b"
          },
          "caused_by": null,
          "request_id": "demo-data",
          "emptied_at": null
        }
      ],
      "next_cursor": "AAAAAAAABXkxXLVODaDE"
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
      "_id": "01a203a4-ec33-725a-8822-7cd9e2721956",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "booking_import",
      "state": "completed",
      "progress": {
        "done": 1,
        "total": 1,
        "stage": "completed"
      },
      "result_url": "/bookings/imports/01a203a4-ec33-725a-8822-7cd9e2721956?site=019aa000-0000-7000-8000-000000000001",
      "problem": null,
      "created_at": "2026-11-22T14:24:29.760Z",
      "finished_at": "2026-11-22T14:24:29.971Z"
    }
  },
  "GET /jobs/{jobId}/events": {
    "type": "text/event-stream",
    "example": "event: progress\ndata: {\"_id\":\"01a203a4-ec33-725a-8822-7cd9e2721956\",\"site\":\"019aa000-0000-7000-8000-000000000001\",\"kind\":\"booking_import\",\"state\":\"completed\",\"progress\":{\"done\":1,\"total\":1,\"stage\":\"completed\"},\"result_url\":\"/bookings/imports/01a203a4-ec33-725a-8822-7cd9e2721956?site=019aa000-0000-7000-8000-000000000001\",\"problem\":null,\"created_at\":\"2026-11-22T14:24:29.760Z\",\"finished_at\":\"2026-11-22T14:24:29.971Z\"}\n\n"
  },
  "GET /sites": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a203a4-d4f6-773e-9cf7-4506f07dff5d",
        "name": "Harbour View",
        "time_zone": "America/Halifax",
        "date_order": "dmy",
        "settings": {
          "early_check_in_days": 0,
          "history_window_days": 7,
          "correction_minutes": 30,
          "require_confirmed_for_check_in": true,
          "event_retention_days": 400
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
          "correction_minutes": 30,
          "require_confirmed_for_check_in": true,
          "event_retention_days": 400
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
        "correction_minutes": 30,
        "require_confirmed_for_check_in": true,
        "event_retention_days": 400
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
          "_id": "01a203a4-f999-7004-83fe-3af5ed76f5f6",
          "site": "019aa000-0000-7000-8000-000000000001",
          "at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a203a4-d918-7634-92b4-882032196c56",
            "name": "Olive Owner"
          },
          "action": "student.photo_changed",
          "resource": {
            "kind": "student",
            "_id": "01a203a4-d9ca-7453-906f-52aa913271f5"
          },
          "changes": [],
          "emptied_at": null,
          "request_id": "01a203a4-f95b-743c-89a9-6ec44e2822ec"
        },
        {
          "_id": "01a203a4-f465-70ba-a485-7da3a5650743",
          "site": "019aa000-0000-7000-8000-000000000001",
          "at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a203a4-d918-7634-92b4-882032196c56",
            "name": "Olive Owner"
          },
          "action": "students.welfare_read",
          "resource": {
            "kind": "site",
            "_id": "019aa000-0000-7000-8000-000000000001"
          },
          "changes": [],
          "emptied_at": null,
          "request_id": "01a203a4-e0d8-75e3-a983-62fa1ddd93fb"
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
          "location_type": "01a203a4-d9bf-7729-8cca-5b6319e9bd51",
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
          "location_type": "01a203a4-d9bf-7729-8cca-5fab8789647a",
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
          "_id": "01a203a4-d9c0-7591-9cfd-8b72d7c3c376",
          "name": "Flat 1A",
          "code": "N-1A",
          "location_type": "01a203a4-d9bf-7729-8cca-5b6319e9bd51",
          "parent": "01a203a4-d9c0-7591-9cfd-8555ddf5c12e",
          "floor": "1",
          "capacity": 1,
          "free": 1,
          "occupied_by": null
        },
        {
          "_id": "01a203a4-d9c0-7591-9cfd-a391fa14b5a0",
          "name": "Flat 1B",
          "code": "N-1B",
          "location_type": "01a203a4-d9bf-7729-8cca-5b6319e9bd51",
          "parent": "01a203a4-d9c0-7591-9cfd-8555ddf5c12e",
          "floor": "1",
          "capacity": 1,
          "free": 1,
          "occupied_by": null
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
        "_id": "01a203a4-d963-7142-907e-ede7fc0b71bf",
        "code": "room_change",
        "name": "Changed rooms",
        "active": true,
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a203a4-d963-7142-907e-e2c215f7e67b",
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
      "created_at": "2026-11-22T14:24:24.993Z",
      "updated_at": "2026-11-22T14:24:24.993Z"
    }
  },
  "GET /sites/{siteId}/categories": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a203a4-d971-7443-b935-4597a61e05c5",
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
        "created_at": "2026-11-22T14:24:24.990Z",
        "updated_at": "2026-11-22T14:24:24.990Z"
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
      "created_at": "2026-11-22T14:24:24.990Z",
      "updated_at": "2026-11-22T14:24:24.990Z"
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
          "location": "01a203a4-d9c1-7073-8b78-5bd465fcffe0",
          "from": "2027-09-17",
          "to": "2027-10-01",
          "kind": "maintenance",
          "reason": "New windows",
          "notes": null,
          "version": 1,
          "created_at": "2026-11-21T12:00:00.000Z",
          "created_by": "01a203a4-d918-7634-92b4-882032196c56",
          "updated_at": "2026-11-21T12:00:00.000Z",
          "updated_by": "01a203a4-d918-7634-92b4-882032196c56"
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
      "location": "01a203a4-d9c1-7073-8b78-5bd465fcffe0",
      "from": "2027-09-17",
      "to": "2027-10-01",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a203a4-d918-7634-92b4-882032196c56"
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
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
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
              "_id": "01a203a5-c636-7036-b27e-2c5ec9db9079",
              "reference": "8PX3Z4M",
              "status": "confirmed",
              "phase": "due_in",
              "lead_person": "01a203a5-c593-73ba-af84-7c19dcc2cc16",
              "record_name": "Lindqvist, Anders",
              "student_id": "KC00021",
              "additional_people": 0,
              "location": "01a203a5-c58f-76fc-a5cb-859a8a2b071c",
              "location_name": "Studio 108",
              "location_code": "M-108",
              "floor": "1",
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
              "contract_start": "2026-11-21",
              "contract_end": "2027-06-21",
              "departure_slot_at": null,
              "flags": [],
              "version": 1
            },
            {
              "_id": "01a203a5-c637-74d6-9f0c-e49c300c3567",
              "reference": "SVBQPWZ",
              "status": "confirmed",
              "phase": "due_in",
              "lead_person": "01a203a5-c593-73ba-af85-28ae1f4e4d08",
              "record_name": "Tanaka, Chen",
              "student_id": "KC00064",
              "additional_people": 0,
              "location": "01a203a5-c590-7118-828b-141c593ee03b",
              "location_name": "Studio 302",
              "location_code": "M-302",
              "floor": "3",
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
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
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
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
              "_id": "01a203a5-c637-74d6-9f0c-846b74e309f9",
              "reference": "W68SB47",
              "status": "confirmed",
              "phase": "late_arrival",
              "lead_person": "01a203a5-c593-73ba-af84-caf73a27df05",
              "record_name": "Andersson, Liisa",
              "student_id": "KC00040",
              "additional_people": 0,
              "location": "01a203a5-c590-7118-828a-97c7c0c04c8c",
              "location_name": "Studio 202",
              "location_code": "M-202",
              "floor": "2",
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
              "contract_start": "2026-11-19",
              "contract_end": "2027-06-09",
              "departure_slot_at": null,
              "flags": [],
              "version": 1
            },
            {
              "_id": "01a203a5-c637-74d6-9f0c-f74fadd36ccf",
              "reference": "ESHJ3H3",
              "status": "confirmed",
              "phase": "late_arrival",
              "lead_person": "01a203a5-c593-73ba-af85-3ad70e1dc09f",
              "record_name": "Dlamini, Chidi",
              "student_id": "KC00068",
              "additional_people": 0,
              "location": "01a203a5-c590-7118-828b-282df953fd2a",
              "location_name": "Studio 307",
              "location_code": "M-307",
              "floor": "3",
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
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
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
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
              "_id": "01a203a5-c637-74d6-9f0c-890bb4b92da0",
              "reference": "HDT7Y98",
              "status": "checked_in",
              "phase": "due_out",
              "lead_person": "01a203a5-c593-73ba-af84-cf0987d438c7",
              "record_name": "Rizzo, Niccolò",
              "student_id": "KC00041",
              "additional_people": 0,
              "location": "01a203a5-c590-7118-828a-99d66cc4860c",
              "location_name": "Studio 203",
              "location_code": "M-203",
              "floor": "2",
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
              "contract_start": "2026-09-20",
              "contract_end": "2026-11-21",
              "departure_slot_at": null,
              "flags": [],
              "version": 2
            },
            {
              "_id": "01a203a5-c637-74d6-9f0c-fb8b08f6fa28",
              "reference": "4130PP4",
              "status": "checked_in",
              "phase": "due_out",
              "lead_person": "01a203a5-c593-73ba-af85-3f393a68a7f3",
              "record_name": "Romano, Sara",
              "student_id": "KC00069",
              "additional_people": 0,
              "location": "01a203a5-c590-7118-828b-2cca73d8613d",
              "location_name": "Studio 308",
              "location_code": "M-308",
              "floor": "3",
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
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
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
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
              "_id": "01a203a5-c637-74d6-9f0c-fe6665695012",
              "reference": "S8MF9V5",
              "status": "checked_in",
              "phase": "overstay",
              "lead_person": "01a203a5-c593-73ba-af85-43600292f89d",
              "record_name": "Mayer, Jakob",
              "student_id": "KC00070",
              "additional_people": 0,
              "location": "01a203a5-c590-7118-828b-30c5068ef974",
              "location_name": "Studio 309",
              "location_code": "M-309",
              "floor": "3",
              "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
              "contract_start": "2026-08-23",
              "contract_end": "2026-11-19",
              "departure_slot_at": null,
              "flags": [],
              "version": 2
            },
            {
              "_id": "01a203a5-c636-7036-b27e-0d1dfc0fd7f4",
              "reference": "YTHF5WC",
              "status": "checked_in",
              "phase": "overstay",
              "lead_person": "01a203a5-c591-75c0-b96a-a564ea718f45",
              "record_name": "Traoré, Zaynab",
              "student_id": "KC00013",
              "additional_people": 0,
              "location": "01a203a5-c58f-76fc-a5cb-5ac07c790134",
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
            "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
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
            "_id": "01a203a5-c636-7036-b27e-18fc844537e1",
            "reference": "YH5TZBF",
            "status": "checked_in",
            "phase": "in_house",
            "lead_person": "01a203a5-c593-73ba-af84-68d0baaf4afa",
            "record_name": "Müller, Björn",
            "student_id": "KC00016",
            "additional_people": 0,
            "location": "01a203a5-c58f-76fc-a5cb-6f734cfc8898",
            "location_name": "Studio 102",
            "location_code": "M-102",
            "floor": "1",
            "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
            "contract_start": "2026-09-21",
            "contract_end": "2027-06-17",
            "departure_slot_at": null,
            "flags": [],
            "version": 2
          },
          {
            "_id": "01a203a5-c636-7036-b27e-1e966e9c8ec3",
            "reference": "KRQ9JGG",
            "status": "checked_in",
            "phase": "in_house",
            "lead_person": "01a203a5-c593-73ba-af84-6d6d1670f6be",
            "record_name": "Cruz, Salvador",
            "student_id": "KC00017",
            "additional_people": 0,
            "location": "01a203a5-c58f-76fc-a5cb-7086f65481da",
            "location_name": "Studio 103",
            "location_code": "M-103",
            "floor": "1",
            "building": "01a203a5-c58f-76fc-a5cb-177dfa401e64",
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
        "times": [],
        "entries": []
      },
      "planned_moves": {
        "count": 0,
        "entries": []
      },
      "closures": {
        "begin": {
          "count": 0,
          "entries": []
        },
        "end": {
          "count": 0,
          "entries": []
        }
      }
    }
  },
  "GET /sites/{siteId}/events": {
    "type": "application/json",
    "example": {
      "data": [
        {
          "id": "01a203b4-15d5-767a-afe8-b86e940338dd",
          "cursor": "AAAAAAAABEpOL6dQb3lz",
          "type": "booking.created",
          "site": "019aa000-0000-7000-8000-000000000001",
          "occurred_at": "2026-11-21T12:00:00.000Z",
          "recorded_at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a203b4-1233-7428-9509-62247f65df4b",
            "name": "Olive Owner"
          },
          "resource": {
            "type": "booking",
            "_id": "01a203b4-1587-75a8-8a33-fa2afc28d5e2",
            "version": 2
          },
          "changes": [
            {
              "to": "confirmed",
              "from": null,
              "field": "status"
            }
          ],
          "data": {
            "_id": "01a203b4-1587-75a8-8a33-fa2afc28d5e2",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "N7HEK51",
            "lead_person": "01a203b4-14b4-75d8-8860-b7e468ba1e77",
            "additional_people": [],
            "location": "01a203b4-14a2-7492-921c-9b84e691829f",
            "status": "checked_in",
            "phase": "in_house",
            "contract_start": "2026-09-20",
            "contract_end": "2027-06-19",
            "occupied_from": "2026-09-20",
            "occupied_to": "2027-06-19",
            "checked_in_at": "2026-09-19T23:00:00.000Z",
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
            "created_by": "01a203b4-1233-7428-9509-62247f65df4b",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a203b4-1233-7428-9509-62247f65df4b"
          },
          "caused_by": null,
          "request_id": "demo-data",
          "emptied_at": null
        },
        {
          "id": "01a203b4-162e-7719-bb0a-39fc9866c577",
          "cursor": "AAAAAAAABXkxXLVODaDE",
          "type": "booking.checked_in",
          "site": "019aa000-0000-7000-8000-000000000001",
          "occurred_at": "2026-09-19T23:00:00.000Z",
          "recorded_at": "2026-11-21T12:00:00.000Z",
          "actor": {
            "type": "user",
            "_id": "01a203b4-1233-7428-9509-62247f65df4b",
            "name": "Olive Owner"
          },
          "resource": {
            "type": "booking",
            "_id": "01a203b4-1587-75a8-8a33-fa2afc28d5e2",
            "version": 2
          },
          "changes": [
            {
              "to": "checked_in",
              "from": "confirmed",
              "field": "status"
            }
          ],
          "data": {
            "_id": "01a203b4-1587-75a8-8a33-fa2afc28d5e2",
            "site": "019aa000-0000-7000-8000-000000000001",
            "reference": "N7HEK51",
            "lead_person": "01a203b4-14b4-75d8-8860-b7e468ba1e77",
            "additional_people": [],
            "location": "01a203b4-14a2-7492-921c-9b84e691829f",
            "status": "checked_in",
            "phase": "in_house",
            "contract_start": "2026-09-20",
            "contract_end": "2027-06-19",
            "occupied_from": "2026-09-20",
            "occupied_to": "2027-06-19",
            "checked_in_at": "2026-09-19T23:00:00.000Z",
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
            "created_by": "01a203b4-1233-7428-9509-62247f65df4b",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a203b4-1233-7428-9509-62247f65df4b"
          },
          "caused_by": null,
          "request_id": "demo-data",
          "emptied_at": null
        }
      ],
      "next_cursor": "AAAAAAAABXkxXLVODaDE"
    }
  },
  "GET /sites/{siteId}/events/stream": {
    "type": "text/event-stream",
    "example": ": welcome\n\n"
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
            "_id": "01a203bf-c8df-775b-a2a1-0e54309f9603",
            "reference": "9K00JQB",
            "status": "checked_in",
            "lead_person": "01a203bf-c879-7462-acb5-11f4f4ce6925",
            "record_name": "Lindqvist, Søren",
            "student_id": "KC00012",
            "email": "sren.lindqvist.kc00012@students.example",
            "location": "01a203bf-c871-75ea-bbde-c12ef4c24ab7",
            "location_name": "Room 1C2",
            "vehicle_registration": null,
            "contract_end": "2026-11-21",
            "parking_expiry_at": null
          },
          {
            "_id": "01a203bf-c8df-775b-a2a1-44d7b7801f3f",
            "reference": "JWMCYXS",
            "status": "checked_in",
            "lead_person": "01a203bf-c87a-774d-b567-f423b4b14b2d",
            "record_name": "Barbieri, Giorgia",
            "student_id": "KC00026",
            "email": "giorgia.barbieri.kc00026@students.example",
            "location": "01a203bf-c872-753e-a804-504f2cb6f2e9",
            "location_name": "Room 2A2",
            "vehicle_registration": null,
            "contract_end": "2026-11-21",
            "parking_expiry_at": null
          }
        ]
      }
    }
  },
  "GET /sites/{siteId}/flags": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a203a4-d999-73b8-8f3d-63799b3d89d2",
        "name": "Early arrival",
        "colour": "#A16207",
        "version": 1,
        "created_at": "2026-11-22T14:24:24.986Z",
        "updated_at": "2026-11-22T14:24:24.986Z"
      },
      {
        "_id": "019aa000-0000-7000-8000-000000000041",
        "name": "Step-free room",
        "colour": "#0E7490",
        "version": 1,
        "created_at": "2026-11-22T14:24:24.986Z",
        "updated_at": "2026-11-22T14:24:24.986Z"
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
      "created_at": "2026-11-22T14:24:24.986Z",
      "updated_at": "2026-11-22T14:24:24.986Z"
    }
  },
  "GET /sites/{siteId}/location-types": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a203a4-d9bf-7729-8cca-53ccd71a77c8",
        "name": "Building",
        "colour": "#475569",
        "can_be_allocated_to_bookings": false,
        "turnaround_days": 0,
        "version": 1,
        "created_at": "2026-11-22T14:24:25.037Z",
        "updated_at": "2026-11-22T14:24:25.037Z"
      },
      {
        "_id": "01a203a4-d9bf-7729-8cca-5b6319e9bd51",
        "name": "Flat",
        "colour": "#0F766E",
        "cleaning_type": "weekly",
        "can_be_allocated_to_bookings": true,
        "turnaround_days": 0,
        "version": 1,
        "created_at": "2026-11-22T14:24:25.037Z",
        "updated_at": "2026-11-22T14:24:25.037Z"
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
      "created_at": "2026-11-22T14:24:25.037Z",
      "updated_at": "2026-11-22T14:24:25.037Z"
    }
  },
  "GET /sites/{siteId}/locations": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a203a4-d9bf-7729-8cca-69f48af86beb",
        "name": "Mill Building",
        "code": "M",
        "location_type": "01a203a4-d9bf-7729-8cca-53ccd71a77c8",
        "parent": null,
        "floor": null,
        "capacity": 1,
        "active": true,
        "path": "Mill Building",
        "version": 1,
        "created_at": "2026-11-22T14:24:25.044Z",
        "updated_at": "2026-11-22T14:24:25.044Z"
      },
      {
        "_id": "01a203a4-d9c0-7591-9cfd-d3d20dbd5d9d",
        "name": "Floor 1",
        "code": "M-F1",
        "location_type": "01a203a4-d9bf-7729-8cca-56adf44c22c0",
        "parent": "01a203a4-d9bf-7729-8cca-69f48af86beb",
        "floor": "1",
        "capacity": 1,
        "active": true,
        "path": "Mill Building / Floor 1",
        "version": 1,
        "created_at": "2026-11-22T14:24:25.044Z",
        "updated_at": "2026-11-22T14:24:25.044Z"
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
      "parent": "01a203a4-d9c0-7591-9cfd-d3d20dbd5d9d",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "Mill Building / Floor 1 / Studio 101",
      "version": 1,
      "created_at": "2026-11-22T14:24:25.044Z",
      "updated_at": "2026-11-22T14:24:25.044Z"
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
        "_id": "01a203a4-ed97-70a9-8828-a8fe73dacb98",
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
        "_id": "01a203a4-d918-7634-92b4-989cc883eb7a",
        "email": "admin@lodge.example",
        "first_name": "Ada",
        "last_name": "Admin",
        "role": "admin",
        "state": "active",
        "disabled": false,
        "invited": false,
        "invitation_mail": null,
        "version": 1,
        "created_at": "2026-11-22T14:24:26.538Z",
        "updated_at": "2026-11-22T14:24:26.538Z"
      }
    ]
  },
  "GET /sites/{siteId}/members/{userId}/api-keys": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a203a4-ee6f-72a3-b3df-b595a5a9c80e",
        "name": "lists",
        "prefix": "lodge_UMQV_g",
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
        "_id": "01a203a4-ee50-772f-9790-6035be48aecd",
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
        "_id": "01a203a4-d96f-7615-8680-b14ab05276cf",
        "name": "action_required",
        "colour": "#DC2626",
        "version": 1,
        "created_at": "2026-11-21T12:00:00.000Z",
        "updated_at": "2026-11-21T12:00:00.000Z"
      },
      {
        "_id": "01a203a4-d96e-7098-89c5-edbac6b0e43b",
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
      "created_at": "2026-11-22T14:24:24.992Z",
      "updated_at": "2026-11-22T14:24:24.992Z"
    }
  },
  "GET /sla-policies/{siteId}": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a203a4-d97a-75c8-9fa2-0848fecd2792",
        "site": "019aa000-0000-7000-8000-000000000001",
        "name": "Emergency: 24 hours",
        "category_ids": [
          "01a203a4-d971-7443-b935-4597a61e05c5"
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
        "created_by": "01a203a4-d918-7634-92b4-882032196c56"
      },
      {
        "_id": "01a203a4-d9b5-76f9-977f-f76f3f72ae7a",
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
        "created_by": "01a203a4-d918-7634-92b4-882032196c56"
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
        "01a203a4-d999-73b8-8f3d-5983bfb96afd"
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
      "created_by": "01a203a4-d918-7634-92b4-882032196c56"
    }
  },
  "GET /students/{siteId}": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a203a4-d9cb-74f8-818d-f2a840ff9025",
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
        "created_at": "2026-11-22T14:24:25.077Z",
        "updated_at": "2026-11-22T14:24:25.077Z"
      },
      {
        "_id": "01a203a4-d9cb-74f8-818c-d2b223fac025",
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
        "created_at": "2026-11-22T14:24:25.077Z",
        "updated_at": "2026-11-22T14:24:25.077Z"
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
      "created_at": "2026-11-22T14:24:25.077Z",
      "updated_at": "2026-11-22T14:24:25.077Z"
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
        "created_at": "2026-11-22T14:24:25.077Z",
        "updated_at": "2026-11-22T14:24:25.077Z",
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
      "_id": "01a203a6-2ced-761b-a8ac-144b7400d8d8",
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
      "created_at": "2026-11-22T14:25:51.857Z",
      "finished_at": null
    }
  },
  "GET /students/{site}/export-csv": {
    "type": "text/csv",
    "example": "﻿\"student_id\",\"first_name\",\"last_name\",\"email\",\"location\",\"floor\",\"type\",\"active\",\"flags\",\"welfare_state\",\"created_at\",\"updated_at\"\r\n\"KC00146\",\"Wei\",\"Agarwal\",\"wei.agarwal.kc00146@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T14:24:25.077Z\",\"2026-11-22T14:24:25.077Z\"\r\n\"KC00074\",\"Aino\",\"Åkesson\",\"aino.akesson.kc00074@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T14:24:25.077Z\",\"2026-11-22T14:24:25.077Z\"\r\n\"KC00115\",\"Mohamed\",\"Al-Hashimi\",\"mohamed.alhashimi.kc00115@students.example\",\"N\",,\"student\",\"true\",,,\"2026-11-22T14:24:25.077Z\",\"2026-11-22T14:24:25.077Z\"\r"
  },
  "GET /students/{site}/imports/{importId}": {
    "type": "application/json",
    "example": {
      "import_id": "01a203a4-ed7f-7357-ae72-f5a01c715487",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "partial",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
      "summary": {
        "created": 1,
        "changed": 0,
        "unchanged": 0,
        "deactivated": 0
      },
      "undone": null,
      "students": [
        {
          "_id": "01a203a4-ed76-77c6-afd9-afcf91c6f4b0",
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
      "_id": "01a203a4-d918-7634-92b4-882032196c56",
      "email": "owner@lodge.example",
      "first_name": "Olive",
      "last_name": "Owner",
      "photo_url": "data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%2064%2064%22%3E%3Crect%20width%3D%2264%22%20height%3D%2264%22%20fill%3D%22hsl(14%2045%25%2040%25)%22%2F%3E%3Ctext%20x%3D%2232%22%20y%3D%2241%22%20font-family%3D%22sans-serif%22%20font-size%3D%2226%22%20fill%3D%22%23fff%22%20text-anchor%3D%22middle%22%3EOO%3C%2Ftext%3E%3C%2Fsvg%3E"
    }
  },
  "GET /users/@me/api-keys": {
    "type": "application/json",
    "example": [
      {
        "_id": "01a203a4-e0a7-7630-b082-37d62eb08010",
        "name": "nightly",
        "prefix": "lodge_Lf8ABI",
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
        "_id": "01a203a4-ed97-70a9-8828-a8fe73dacb98",
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
        "_id": "01a203a4-e090-75c0-b0c9-49194c0bb3e4",
        "current": false,
        "created_at": "2026-11-21T12:00:00.000Z",
        "renewed_at": null,
        "expires_at": "2026-11-21T20:00:00.000Z",
        "address": "127.0.0.1",
        "user_agent": "lightMyRequest"
      },
      {
        "_id": "01a203a4-dfd9-73b0-8a66-075658467154",
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
      "lead_person": "01a203a4-d9ca-7453-906f-66a652536d32",
      "additional_people": [],
      "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a203a4-d918-7634-92b4-882032196c56",
      "stays": [
        {
          "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
        "event_retention_days": 400
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
      "created_at": "2026-11-22T14:24:24.993Z",
      "updated_at": "2026-11-22T14:24:24.993Z"
    }
  },
  "PATCH /sites/{siteId}/categories/{categoryId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000043",
      "name": "Plumbing",
      "colour": "#0E7490",
      "version": 2,
      "created_at": "2026-11-22T14:24:24.990Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "PATCH /sites/{siteId}/closures/{closureId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000053",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "01a203a4-d9c1-7073-8b78-5bd465fcffe0",
      "from": "2027-09-17",
      "to": "2027-10-01",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": "The builder has the keys",
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a203a4-d918-7634-92b4-882032196c56"
    }
  },
  "PATCH /sites/{siteId}/flags/{flagId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000041",
      "name": "Step-free room",
      "colour": "#0E7490",
      "version": 1,
      "created_at": "2026-11-22T14:24:24.986Z",
      "updated_at": "2026-11-22T14:24:24.986Z"
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
      "parent": "01a203a4-d9c0-7591-9cfd-d3d20dbd5d9d",
      "floor": "1",
      "capacity": 1,
      "active": true,
      "path": "Mill Building / Floor 1 / Studio 101",
      "version": 1,
      "created_at": "2026-11-22T14:24:25.044Z",
      "updated_at": "2026-11-22T14:24:25.044Z"
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
      "created_at": "2026-11-22T14:24:26.538Z",
      "updated_at": "2026-11-22T14:24:26.538Z"
    }
  },
  "PATCH /sites/{siteId}/welfare-states/{welfareStateId}": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000042",
      "name": "weekly_call",
      "colour": "#0E7490",
      "version": 2,
      "created_at": "2026-11-22T14:24:24.992Z",
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
      "created_at": "2026-11-22T14:24:25.077Z",
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
      "_id": "01a203a6-2e18-73c1-8636-7708f93a4691",
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
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a203a4-d918-7634-92b4-882032196c56",
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
        "_id": "01a203a6-4000-724f-a73a-bbf17687cae5",
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
            "_id": "01a203a6-400f-7284-9188-e63a57d5edfc",
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
            "block_booking": "01a203a6-4000-724f-a73a-bbf17687cae5",
            "source": "bulk",
            "version": 1,
            "created_at": "2026-11-21T12:00:00.000Z",
            "created_by": "01a203a4-d918-7634-92b4-882032196c56",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a203a4-d918-7634-92b4-882032196c56"
          },
          "warnings": [],
          "overridden_booking_id": null
        }
      ]
    }
  },
  "POST /bookings/import/commit": {
    "type": "application/json",
    "example": {
      "import_id": "01a203a6-9bde-72db-b404-e824a1bc8a45",
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
      "preview_id": "01a203ab-8164-7268-9936-a4319d838f7b",
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
      "import_id": "01a203a4-ec33-725a-8822-7cd9e2721956",
      "status": "processing",
      "job_id": "01a203a6-f0fb-7193-95dc-032800673f4b",
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
            "lead_person": "01a203a4-d9ca-7453-906f-66a652536d32",
            "additional_people": [],
            "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
            "created_by": "01a203a4-d918-7634-92b4-882032196c56",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a203a4-d918-7634-92b4-882032196c56",
            "stays": [
              {
                "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
            "_id": "01a203a6-493f-74de-bd7f-e6ee61c70331",
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
              "_id": "01a203a4-d918-7634-92b4-882032196c56",
              "name": "Olive Owner"
            },
            "notes": "Key handed over",
            "cancellation_code": null,
            "cancellation_reason": null,
            "changes": [],
            "caused_by": null,
            "request_id": "01a203a6-4862-703f-93eb-f3d5c1dd3af5"
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
            "lead_person": "01a203a4-d9ca-7453-906f-6b56002a1e1f",
            "additional_people": [],
            "location": "01a203a4-d9c0-7591-9cfd-a98cbefe6fac",
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
            "created_by": "01a203a4-d918-7634-92b4-882032196c56",
            "updated_at": "2026-11-21T12:00:00.000Z",
            "updated_by": "01a203a4-d918-7634-92b4-882032196c56",
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
            "_id": "01a203a6-48ff-75c1-b59c-b6fdeae54c82",
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
              "_id": "01a203a4-d918-7634-92b4-882032196c56",
              "name": "Olive Owner"
            },
            "notes": null,
            "cancellation_code": "requested_by_student",
            "cancellation_reason": null,
            "changes": [],
            "caused_by": null,
            "request_id": "01a203a6-4862-703f-93eb-f3d5c1dd3af5"
          }
        }
      ]
    }
  },
  "POST /bookings/{bookingId}/moves": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000051",
      "site": "019aa000-0000-7000-8000-000000000001",
      "reference": "ZD8QJY6",
      "lead_person": "01a203a4-d9ca-7453-906f-66a652536d32",
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
      "flags": [],
      "notes": null,
      "turnaround_days": null,
      "block_booking": null,
      "source": "manual",
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a203a4-d918-7634-92b4-882032196c56",
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
      "warnings": []
    }
  },
  "POST /bookings/{bookingId}/swap": {
    "type": "application/json",
    "example": {
      "booking": {
        "_id": "019aa000-0000-7000-8000-000000000051",
        "site": "019aa000-0000-7000-8000-000000000001",
        "reference": "ZD8QJY6",
        "lead_person": "01a203a4-d9ca-7453-906f-66a652536d32",
        "additional_people": [],
        "location": "01a203a4-d9c0-7591-9cfd-a98cbefe6fac",
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
        "created_by": "01a203a4-d918-7634-92b4-882032196c56",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a203a4-d918-7634-92b4-882032196c56",
        "stays": [
          {
            "location": "01a203a4-d9c0-7591-9cfd-a98cbefe6fac",
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
      },
      "with_booking": {
        "_id": "019aa000-0000-7000-8000-000000000052",
        "site": "019aa000-0000-7000-8000-000000000001",
        "reference": "MMT6637",
        "lead_person": "01a203a4-d9ca-7453-906f-6b56002a1e1f",
        "additional_people": [],
        "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
        "created_by": "01a203a4-d918-7634-92b4-882032196c56",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a203a4-d918-7634-92b4-882032196c56",
        "stays": [
          {
            "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
  },
  "POST /bookings/{bookingId}/transitions": {
    "type": "application/json",
    "example": {
      "booking": {
        "_id": "019aa000-0000-7000-8000-000000000051",
        "site": "019aa000-0000-7000-8000-000000000001",
        "reference": "ZD8QJY6",
        "lead_person": "01a203a4-d9ca-7453-906f-66a652536d32",
        "additional_people": [],
        "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
        "created_by": "01a203a4-d918-7634-92b4-882032196c56",
        "updated_at": "2026-11-21T12:00:00.000Z",
        "updated_by": "01a203a4-d918-7634-92b4-882032196c56",
        "stays": [
          {
            "location": "01a203a4-d9c0-7591-9cfd-a46e91b3ced0",
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
        "_id": "01a203a6-5140-76f6-bf58-fc0607f91959",
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
          "_id": "01a203a4-d918-7634-92b4-882032196c56",
          "name": "Olive Owner"
        },
        "notes": "Key handed over",
        "cancellation_code": null,
        "cancellation_reason": null,
        "changes": [],
        "caused_by": null,
        "request_id": "01a203a6-50d4-7428-a23d-9a45b7c461e2"
      }
    }
  },
  "POST /jobs/{jobId}/cancel": {
    "type": "application/json",
    "example": {
      "_id": "01a203a4-ec33-725a-8822-7cd9e2721956",
      "site": "019aa000-0000-7000-8000-000000000001",
      "kind": "booking_import",
      "state": "completed",
      "progress": {
        "done": 1,
        "total": 1,
        "stage": "completed"
      },
      "result_url": "/bookings/imports/01a203a4-ec33-725a-8822-7cd9e2721956?site=019aa000-0000-7000-8000-000000000001",
      "problem": null,
      "created_at": "2026-11-22T14:24:29.760Z",
      "finished_at": "2026-11-22T14:24:29.971Z"
    }
  },
  "POST /sites": {
    "type": "application/json",
    "example": {
      "_id": "01a203a5-5e5f-773a-97e3-c1da8a2395b5",
      "name": "Castle Wharf",
      "time_zone": "Europe/London",
      "date_order": "dmy",
      "settings": {
        "early_check_in_days": 0,
        "history_window_days": 7,
        "correction_minutes": 30,
        "require_confirmed_for_check_in": true,
        "event_retention_days": 400
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
      "_id": "01a203a5-683e-7364-9b80-ad102db56f00",
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
      "_id": "01a203a5-9e41-7641-a366-72f189697e51",
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
      "_id": "01a203a6-6ff2-74dc-8f10-02390352da06",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "019aa000-0000-7000-8000-000000000022",
      "from": "2029-07-01",
      "to": "2029-07-15",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 1,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a203a4-d918-7634-92b4-882032196c56"
    }
  },
  "POST /sites/{siteId}/closures/{closureId}/end": {
    "type": "application/json",
    "example": {
      "_id": "019aa000-0000-7000-8000-000000000053",
      "site": "019aa000-0000-7000-8000-000000000001",
      "location": "01a203a4-d9c1-7073-8b78-5bd465fcffe0",
      "from": "2027-09-17",
      "to": "2027-09-17",
      "kind": "maintenance",
      "reason": "New windows",
      "notes": null,
      "version": 2,
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
      "updated_at": "2026-11-21T12:00:00.000Z",
      "updated_by": "01a203a4-d918-7634-92b4-882032196c56"
    }
  },
  "POST /sites/{siteId}/flags": {
    "type": "application/json",
    "example": {
      "_id": "01a203a5-79fa-74fd-a17b-1193e379a32f",
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
      "_id": "01a203a5-c2c9-7003-bb0a-e4b0e9376f1a",
      "name": "Ensuite room",
      "colour": "#2F6FED",
      "can_be_allocated_to_bookings": true
    }
  },
  "POST /sites/{siteId}/locations": {
    "type": "application/json",
    "example": {
      "_id": "01a203a5-d2f9-76e1-8723-4fc64afe4d04",
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
      "_id": "01a203a5-12b5-771c-801d-0cafdcb9c846",
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
      "created_at": "2026-11-22T14:24:26.538Z",
      "updated_at": "2026-11-22T14:24:26.538Z"
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
      "created_at": "2026-11-22T14:24:26.538Z",
      "updated_at": "2026-11-21T12:00:00.000Z"
    }
  },
  "POST /sites/{siteId}/welfare-states": {
    "type": "application/json",
    "example": {
      "_id": "01a203a5-8e05-7480-862a-f74b686e0b5e",
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
      "_id": "01a203a5-af62-770b-b72f-f794e6d0d28d",
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
      "created_by": "01a203a4-d918-7634-92b4-882032196c56"
    }
  },
  "POST /sla-policies/{siteId}/evaluate": {
    "type": "application/json",
    "example": {
      "policy": {
        "_id": "01a203a4-d9b5-76f9-977f-f76f3f72ae7a",
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
      "_id": "01a203a5-ed3e-7660-9f58-77b265e7f8d4",
      "site": "019aa000-0000-7000-8000-000000000001",
      "email": "grace.hopper@students.example",
      "first_name": "Grace",
      "last_name": "Hopper",
      "location": "019aa000-0000-7000-8000-000000000021",
      "student_id": "S-KUNSWC7P",
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
      "url": "http://localhost/files/uploads/01a203a6-167b-744f-913f-bbf64dd979fb?expires=1795263000&type=image%2Fjpeg&max=5242880&signature=...",
      "object_id": "01a203a6-167b-744f-913f-bbf64dd979fb"
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
          "location": "01a203a4-d9c0-7591-9cfd-db36454bed67",
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
      "import_id": "01a203a4-ed7f-7357-ae72-f5a01c715487",
      "site": "019aa000-0000-7000-8000-000000000001",
      "type": "partial",
      "created_at": "2026-11-21T12:00:00.000Z",
      "created_by": "01a203a4-d918-7634-92b4-882032196c56",
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
          "_id": "01a203a4-ed76-77c6-afd9-afcf91c6f4b0",
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
      "_id": "01a203a5-5444-7211-9217-6d9bde9d1a65",
      "name": "Nightly report",
      "prefix": "lodge_SIS66t",
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
      "url": "http://localhost/files/uploads/01a203a6-02fa-7234-ba00-40a4c98c4bda?expires=1795263000&type=image%2Fjpeg&max=5242880&signature=...",
      "object_id": "01a203a6-02fa-7234-ba00-40a4c98c4bda"
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
        "01a203a4-d999-73b8-8f3d-5983bfb96afd"
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
      "created_by": "01a203a4-d918-7634-92b4-882032196c56"
    }
  },
  "PUT /students/{siteId}/{userId}/photo": {
    "type": "application/json",
    "example": {
      "raw_url": "http://localhost/pictures/01a203a6-2203-7287-b71d-dd1e74ae10f0",
      "source_uri": "http://localhost/files/pictures/01a203a6-2203-7287-b71d-dd1e74ae10f0.webp?expires=1795263000&signature=...",
      "uploaded": true,
      "object_id": "01a203a4-f9a4-76b9-92e9-8f5f9e0a7f67"
    }
  },
  "PUT /users/avatar": {
    "type": "application/json",
    "example": {
      "raw_url": "http://localhost/pictures/01a203a6-0c39-70c9-96d2-aa2b73608387",
      "source_uri": "http://localhost/files/pictures/01a203a6-0c39-70c9-96d2-aa2b73608387.webp?expires=1795263000&signature=...",
      "uploaded": true,
      "object_id": "01a203a4-f99e-71ec-bc15-b304c4be1774"
    }
  }
};
