// What a booking held before it was voided, kept for its return.
export const RETURNING = `b.status = 'void' AND b.checked_out_at IS NOT NULL`;
export const TAKEN_SINCE = 'is_retaken(b.site_id, b.id)';

// A stay that continues in places that it had, and that others have had since it ended.
export const retaken = (today: string) => `shape.reshaped AND EXISTS (
    SELECT FROM occupancies own
    JOIN allocatable_below(b.site_id, b.location_id) c ON c.location_id = own.location_id AND own.slot <= c.capacity
    JOIN occupancies o ON o.location_id = own.location_id AND o.slot = own.slot AND o.site_id = own.site_id
      AND o.live AND o.booking_id <> own.booking_id AND o.period && nights(upper(own.period) - own.turnaround, ${today})
    WHERE own.site_id = b.site_id AND own.booking_id = b.id AND own.segment = b.segment)`;

// Nights of a room that was left, which a check-out before that move took from the stay.
export const UNCUT_TAKEN = `b.status = 'checked_out' AND EXISTS (
    SELECT FROM occupancies own JOIN occupancies o ON o.location_id = own.location_id AND o.slot = own.slot AND o.site_id = own.site_id
      AND o.live AND o.booking_id <> own.booking_id AND o.period && own.uncut
    WHERE own.site_id = b.site_id AND own.booking_id = b.id AND own.uncut IS NOT NULL)`;
