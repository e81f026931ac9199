export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** In what rows may come beside JSON. */
export const FILE_TYPES = ['text/csv', XLSX_TYPE, 'multipart/form-data'] as const;
