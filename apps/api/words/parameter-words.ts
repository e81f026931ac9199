/** What query parameters mean, wherever they stand. */
export const PARAMETER_WORDS: Record<string, string> = {
  limit: 'How many records the response has at most',
  skip: 'How many records to leave out at the beginning',
  active: 'Only those that are in use, or only those that are not',
  sort: 'The order of the list; a `-` in front reverses it',
  sort_by: 'The order of the rows; a `-` in front reverses it',
  sortBy: 'The order of the rows; a `-` in front reverses it',
  paper: 'The size of the paper; if absent, A4',
  group_by: 'One row per day, or one list of days per location type or building',
  state: 'Only those in this state',
};
