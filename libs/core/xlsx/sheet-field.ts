/** What a request says of the sheet of a workbook. */
export const SHEET = {
  max: 100,
  optional: true,
  example: undefined,
  description: 'For a workbook: the name of the sheet; the only one that is visible and has rows when absent',
};
