/** The parts of Lodge's responses that the demo reads. */
export interface Created {
  _id: string;
}

export interface Booking {
  _id: string;
  lead_person: string;
  location: string;
  status: string;
  contract_start: string;
  contract_end: string;
  occupied_from: string;
  occupied_to: string;
}

export interface Transaction {
  sequence: number;
  type: string;
  from_status: string | null;
  to_status: string;
  occurred_at: string;
}

export interface Page<T> {
  data: T[];
  total: number;
}

export interface Conflict {
  booking_id: string;
}
