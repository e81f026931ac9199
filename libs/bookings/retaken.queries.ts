/** The bookings that take nothing but what they held before they were voided, which is kept for their return. */
export const RETURNING = `b.status = 'void' AND b.checked_out_at IS NOT NULL`;

/**
 * What is in the way of the return of a booking `b`, besides what has its next nights: of one that was voided, what has its nights by now; of a
 * stay that continues in places that it had, who has had them since it ended; and who has nights of a room that was left, which a check-out
 * before that move took from it, or who fills that room since it has fewer places.
 */
export const takenSince = (today: string): string => `
    SELECT retaken_by(b.site_id, b.id) WHERE ${RETURNING}
    UNION ALL SELECT o.booking_id FROM occupancies own
    JOIN allocatable_below(b.site_id, b.location_id) c ON c.location_id = own.location_id AND own.slot <= c.capacity
    JOIN occupancies o ON o.location_id = own.location_id AND o.slot = own.slot AND o.site_id = own.site_id
      AND o.live AND o.booking_id <> own.booking_id AND o.period && nights(upper(own.period) - own.turnaround, ${today})
    WHERE shape.new_places_from IS NOT NULL AND own.site_id = b.site_id AND own.booking_id = b.id AND own.segment = b.segment
    UNION ALL SELECT o.booking_id FROM occupancies own
    JOIN locations l ON l.site_id = own.site_id AND l.id = own.location_id
    JOIN occupancies o ON o.location_id = own.location_id AND o.site_id = own.site_id AND o.live AND o.booking_id <> own.booking_id
    WHERE b.status = 'checked_out' AND own.site_id = b.site_id AND own.booking_id = b.id AND own.uncut IS NOT NULL AND (
      o.slot = own.slot AND (o.period && own.uncut OR o.in_house AND own.uncut && overstay(o.period, o.turnaround, upper(own.uncut)))
      OR o.period && own.uncut AND is_full(own.site_id, own.location_id, l.capacity, own.uncut, own.booking_id))`;
