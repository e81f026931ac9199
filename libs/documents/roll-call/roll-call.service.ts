import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import type { Claim } from '#libs/accounts/access/claim';
import { forbidden } from '#libs/accounts/access/forbidden';
import { Database } from '#libs/core/database/database';
import { domainErrorOf } from '#libs/core/errors/problem';
import type { Language } from '#libs/core/languages/catalogue';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { Clock } from '#libs/core/time/clock';
import { referenceIn, ReferenceResolver } from '#libs/core/http/references';
import { DocumentsService } from '#libs/documents/documents.service';
import { requireFilter } from '#libs/documents/require-filter';
import { keptLocation } from '#libs/documents/roll-call/kept-locations';
import { findKept, type KeptRollCall, mayReadKept } from '#libs/documents/roll-call/kept-roll-calls';
import { rollCallOf, withinTree } from '#libs/documents/roll-call/roll-call';
import type { RollCallDocumentQuery, RollCallResponse } from '#libs/documents/roll-call/roll-call.dto';
import { listPresent } from '#libs/documents/roll-call/roll-call.queries';

/** The caller: with the access that the database has confirmed, or with what the credential claims while it is unavailable. */
export interface Asker {
  siteId: string;
  access?: SiteAccess;
  claim?: Claim;
}

const TREE = 'location_tree';

/** The people in house now; while the database is unavailable, those of the last roll-call that was kept. */
@Injectable()
export class RollCallService {
  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly clock: Clock,
    private readonly documents: DocumentsService,
    private readonly references: ReferenceResolver,
  ) {}

  /** @throws DomainError `forbidden`, or `dependency_unavailable` when there is no kept one either */
  async read(asker: Asker, tree?: string): Promise<RollCallResponse> {
    const { site } = asker.access ?? {};
    if (!site) return this.readKept(asker, asker.claim?.refusal, tree);
    try {
      const people = await listPresent(this.database, site.id, await this.locationOf(tree));
      const now = this.clock.now();
      return rollCallOf({ site, generatedAt: now, now, kept: false, people });
    } catch (error) {
      return this.readKept(asker, error, tree);
    }
  }

  /** Orders the PDF; returns the id of its job. @throws UnknownReference for a location that the site does not have */
  async order(access: SiteAccess, query: RollCallDocumentQuery, language?: Language): Promise<string> {
    const { include_photo, paper } = query;
    const location_tree = await this.locationOf(query.location_tree);
    await requireFilter(this.database, access.site.id, { location_tree });
    return this.documents.order(access, 'roll_call', { location_tree, include_photo, paper }, language);
  }

  /**
   * The kept roll-call of a site in place of what failed, and the location in which it is asked for.
   * @throws the failure, unless the database is unavailable; DomainError `forbidden`, or `unknown_reference` for the location
   */
  async keptFor(
    { siteId, access, claim }: Asker,
    failure: unknown,
    tree?: string,
  ): Promise<KeptRollCall & { location: string | undefined }> {
    if (domainErrorOf(failure).code !== 'dependency_unavailable' && !claim) throw failure;
    const kept = await findKept(this.store, siteId);
    if (!kept) throw failure;
    if (!access && !(claim && mayReadKept(kept, claim))) throw forbidden('roll_call.read');
    const reference = tree === undefined ? undefined : referenceIn(TREE, 'location', tree);
    return { ...kept, location: reference ? keptLocation(kept, reference) : tree };
  }

  private async readKept(asker: Asker, failure: unknown, tree?: string): Promise<RollCallResponse> {
    const { site, generated_at, people, location } = await this.keptFor(asker, failure, tree);
    const generatedAt = new Date(generated_at);
    return rollCallOf({ site, generatedAt, now: this.clock.now(), kept: true, people: withinTree(people, location) });
  }

  /** The id of a location that is named by its code. @throws DomainError `unknown_reference` */
  private async locationOf(tree: string | undefined): Promise<string | undefined> {
    const reference = tree === undefined ? undefined : referenceIn(TREE, 'location', tree);
    return reference ? (await this.references.resolve([reference]))[0] : tree;
  }
}
