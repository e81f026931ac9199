/** What a request says of the sheet of a workbook. */
export const SHEET = {
  max: 100,
  optional: true,
  example: undefined,
  description:
    'For a workbook: the name of the sheet; it may be absent when only one has rows and that one is visible (a hidden sheet with rows counts)',
};
