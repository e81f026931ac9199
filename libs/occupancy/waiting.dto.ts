import { IntegerField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { ListField } from '#libs/core/http/list-fields';
import { DateField, InstantField } from '#libs/core/http/time-fields';

/** The most entries that a response lists. */
export const MOST_WAITING = 50;

/** An entry of the waiting list for which a place is free now. */
export class WaitingMatchResponse {
  @IdField({ description: 'The entry of the waiting list' }) _id: string;
  @IdField({ nullable: true }) person: string | null;
  @TextField({ max: 255, example: 'Byron, Ada' }) name: string;
  @IdField() location_type: string;
  @IdField({ nullable: true }) location_tree: string | null;
  @DateField() from: string;
  @DateField({ nullable: true }) to: string | null;
  @InstantField() since: string;
  @IntegerField({ min: 0, max: 100, example: 0 }) priority: number;
  @IdField({ description: 'A place that is free for all of these nights' }) free_location: string;
}

/** The people who wait for the nights that an operation made free. */
export const WaitingField = (options: { optional?: true } = {}) =>
  ListField(() => WaitingMatchResponse, {
    max: MOST_WAITING,
    ...options,
    description: 'The entries of the waiting list that can have a place that became free, in their order',
  });
