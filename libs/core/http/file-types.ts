export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The formats of rows in addition to JSON. */
export const FILE_TYPES = ['text/csv', XLSX_TYPE, 'multipart/form-data'] as const;
