import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { forbidden } from '#libs/accounts/access/forbidden';
import { Database } from '#libs/core/database/database';
import { DomainError } from '#libs/core/errors/domain-error';
import { ruleOf } from '#libs/bookings/booking-status';
import type { TransitionDetails } from './transitions.dto.js';
import type { TransitionResponse } from '../booking-responses.dto.js';
import { TransitionExecutor } from '#libs/bookings/transitions/transition-executor';

/** Transitions as a caller requests them. */
@Injectable()
export class TransitionsService {
  constructor(
    private readonly database: Database,
    private readonly transitions: TransitionExecutor,
  ) {}

  /** @throws TransitionNotAllowed, NotFound, VersionMismatch, DomainError `forbidden`, `cancellation_code_*`, `occurred_at_out_of_range` */
  async transition(
    access: SiteAccess,
    id: string,
    request: TransitionDetails,
    version?: number,
  ): Promise<TransitionResponse> {
    const error = permissionError(access, request);
    if (error) throw error;
    return this.database.transaction((tx) => this.transitions.execute(tx, access, { id, request, version }));
  }
}

/** What the caller lacks for a transition, if anything. Whether they take back their own is known with the booking. */
export function permissionError(access: SiteAccess, { type }: TransitionDetails): DomainError | undefined {
  const { permission, undoes } = ruleOf(type);
  return access.may(permission) || (undoes && access.may('booking.correct')) ? undefined : forbidden(permission);
}
