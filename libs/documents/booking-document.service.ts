import { Inject, Injectable } from '@nestjs/common';
import { toString as drawQrCode } from 'qrcode';
import { recordAudit } from '#libs/accounts/audit/audit';
import { CONFIG, type Config, webUrl } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import type { Sql } from '#libs/core/database/transaction';
import { NotFound } from '#libs/core/errors/domain-error';
import { Outbox } from '#libs/core/mail/outbox';
import { Printer } from '#libs/core/pdf/printer';
import { Clock } from '#libs/core/time/clock';
import { type BookingFacts, findBookingFacts, lockRecipient } from '#libs/documents/booking-document.queries';
import { bookingPage } from '#libs/documents/booking-page';
import { confirmationMail, requireMailable } from '#libs/documents/confirmation-mail';
import type { DocumentRow } from '#libs/documents/documents.queries';
import { pageFacts } from '#libs/documents/page-facts';

type BookingDocument = DocumentRow & { kind: 'booking' };

/** The printed confirmation of one booking, and the mail that brings it to the student. */
@Injectable()
export class BookingDocumentService {
  constructor(
    private readonly database: Database,
    private readonly printer: Printer,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws NotFound, DomainError `not_mailable` */
  async print(job: BookingDocument): Promise<Buffer> {
    const booking = await getFacts(this.database, job);
    if (job.parameters.mail) requireMailable(booking);
    const facts = {
      ...(await pageFacts(this.database, job)),
      booking,
      qrSvg: await drawQrCode(`${webUrl(this.config)}/booking/${booking.reference}?site=${job.site_id}`, {
        type: 'svg',
        margin: 0,
        errorCorrectionLevel: 'Q',
      }),
    };
    return this.printer.printPdf(bookingPage(facts));
  }

  /**
   * Promises the mail in the transaction that ends the job: a job ends once, and so the mail is sent once.
   * @throws NotFound, DomainError `not_mailable` when the student lost the address meanwhile
   */
  async promiseMail(tx: Sql, job: BookingDocument, pdf: Buffer): Promise<void> {
    const { site_id: siteId, parameters, requested_by: userId, requested_by_name: name } = job;
    // Before the job is locked: who erases the student locks in this order, too.
    const to = await lockRecipient(tx, siteId, parameters.booking_id);
    const booking = await getFacts(tx, job);
    requireMailable({ ...booking, email: to });
    const { speaker, site } = await pageFacts(tx, job);
    const mail = confirmationMail({
      speaker,
      to: to as string,
      site,
      siteId,
      booking,
      pdf,
      pages: webUrl(this.config),
    });
    const about = { siteId, id: booking.id };
    await this.outbox.promise(tx, { ...mail, kind: 'confirmation', booking: about });
    const auditEntry = {
      siteId,
      action: 'booking.confirmation_mailed',
      subjectKind: 'booking' as const,
      subjectId: booking.id,
    };
    await recordAudit(tx, { userId, name }, this.clock.now(), auditEntry);
  }
}

async function getFacts(sql: Sql, { site_id, parameters }: BookingDocument): Promise<BookingFacts> {
  const booking = await findBookingFacts(sql, site_id, parameters.booking_id);
  if (!booking) throw new NotFound('The booking');
  return booking;
}
