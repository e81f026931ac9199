import { Inject, Injectable } from '@nestjs/common';
import { toString as drawQrCode } from 'qrcode';
import { getLetterhead } from '#libs/accounts/letterhead/letterhead.queries';
import { CONFIG, type Config, webUrl } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { Printer } from '#libs/core/pdf/printer';
import { findBookingFacts } from '#libs/documents/booking-document.queries';
import { bookingPage } from '#libs/documents/booking-page';
import type { DocumentRow } from '#libs/documents/documents.queries';

/** The printed confirmation of one booking. */
@Injectable()
export class BookingDocumentService {
  constructor(
    private readonly database: Database,
    private readonly printer: Printer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws NotFound */
  async print(job: DocumentRow & { kind: 'booking' }): Promise<Buffer> {
    const booking = await findBookingFacts(this.database, job.site_id, job.parameters.booking_id);
    if (!booking) throw new NotFound('The booking');
    const facts = {
      site: await getLetterhead(this.database, job.site_id),
      timeZone: job.time_zone,
      paper: job.parameters.paper,
      madeAt: job.created_at,
      madeBy: job.requested_by_name,
      booking,
      qrSvg: await drawQrCode(`${webUrl(this.config)}/booking/${booking.reference}?site=${job.site_id}`, {
        type: 'svg',
        margin: 0,
        errorCorrectionLevel: 'Q',
      }),
    };
    return this.printer.printPdf(bookingPage(facts));
  }
}
