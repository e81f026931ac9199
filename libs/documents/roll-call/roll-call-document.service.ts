import { Inject, Injectable } from '@nestjs/common';
import { getLetterhead } from '#libs/accounts/letterhead/letterhead.queries';
import { Database } from '#libs/core/database/database';
import { mergePdfs } from '#libs/core/pdf/merge';
import type { Language } from '#libs/core/languages/catalogue';
import { speakerOf } from '#libs/core/languages/say';
import { Printer } from '#libs/core/pdf/printer';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import type { DocumentRow } from '#libs/documents/documents.queries';
import { footers } from '#libs/documents/page';
import { linesAtOnce, partsOf } from '#libs/documents/parts';
import { withPhotos } from '#libs/documents/photos';
import { type PicturedPerson, type RollCallPage, rollCallPage } from '#libs/documents/roll-call/roll-call-page';
import { type KeptSite, listPresent, type PresentLine } from '#libs/documents/roll-call/roll-call.queries';

type Options = Pick<RollCallPage, 'paper' | 'photos' | 'generatedAt'> & { language?: Language };

/** The printed roll-call; a long one in parts that are laid together. */
@Injectable()
export class RollCallDocumentService {
  constructor(
    private readonly database: Database,
    private readonly printer: Printer,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  async print(job: DocumentRow & { kind: 'roll_call' }): Promise<Buffer> {
    const { location_tree, include_photo: photos, paper, language } = job.parameters;
    const people = await listPresent(this.database, job.site_id, location_tree);
    const site = { id: job.site_id, name: job.site_name, time_zone: job.time_zone };
    return this.printPeople(site, people, { paper, photos, language, generatedAt: new Date(job.created_at) });
  }

  /** People in the order of a roll-call as a PDF. */
  async printPeople(site: KeptSite, people: PresentLine[], options: Options): Promise<Buffer> {
    const { language, ...rest } = options;
    const letterhead = await getLetterhead(this.database, site.id);
    const facts: RollCallPage = {
      ...rest,
      speaker: speakerOf(letterhead.language ?? language ?? 'en'),
      site: letterhead,
      timeZone: site.time_zone,
      total: people.length,
      needs: people.filter(({ evacuation }) => evacuation.length > 0).length,
    };
    const atOnce = linesAtOnce(options.photos);
    if (people.length <= atOnce) return this.printPart(facts, people, { first: true, whole: true });
    return mergePdfs(this.parts(facts, people, atOnce), (pages) =>
      this.printer.printPdf(footers(pages, facts.paper, facts.speaker), { tagged: false, transparent: true }),
    );
  }

  private async *parts(facts: RollCallPage, people: PresentLine[], size: number): AsyncGenerator<Buffer> {
    for (const [index, part] of partsOf(people, size).entries())
      yield await this.printPart(facts, part, { first: index === 0, whole: false });
  }

  private async printPart(facts: RollCallPage, people: PresentLine[], part: { first: boolean; whole: boolean }) {
    return this.printer.printPdf(rollCallPage(facts, await this.pictured(facts, people), part));
  }

  private async pictured({ photos }: RollCallPage, people: PresentLine[]): Promise<PicturedPerson[]> {
    return photos ? withPhotos(this.store, people) : people;
  }
}
