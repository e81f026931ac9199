import type { OpenAPIObject } from '@nestjs/swagger';
import { XLSX_TYPE } from '#libs/core/http/file-types';

const MOST_BYTES = 16 * 1_048_576;

interface Parameter {
  in: string;
  name: string;
  description?: string;
  schema: object;
}
type Operation = { parameters?: Parameter[]; requestBody?: { content?: Record<string, object> } };

/** Describes bodies that are files; without this, the document would show the class of the JSON body. */
export function withFileBodies(document: OpenAPIObject): OpenAPIObject {
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item) as Operation[]) {
      const content = operation.requestBody?.content;
      if (!content?.['text/csv']) continue;
      content['text/csv'] = {
        schema: { type: 'string', maxLength: MOST_BYTES, pattern: '^[\\s\\S]*$', description: ABOUT_CSV },
      };
      if (content[XLSX_TYPE]) content[XLSX_TYPE] = { schema: { ...FILE, description: ABOUT_WORKBOOK } };
      if (content['multipart/form-data']) content['multipart/form-data'] = { schema: formOf(operation) };
    }
  return document;
}

const FILE = { type: 'string', format: 'binary', maxLength: MOST_BYTES };
const ABOUT_CSV = 'The first line names the columns. Cells are separated by commas, semicolons or tabs.';
const ABOUT_WORKBOOK = 'A workbook (.xlsx). The first line of the sheet that is not empty names the columns.';

/** A form with a file chooser; the query parameters of an upload may also be fields of the form. */
function formOf({ parameters = [] }: Operation): object {
  const inQuery = parameters.filter((each) => each.in === 'query');
  const fields = inQuery.map(({ name, description, schema }) => [name, { ...schema, description }]);
  const file = { ...FILE, description: 'CSV, or a workbook (.xlsx)' };
  return { type: 'object', required: ['file'], properties: { ...Object.fromEntries(fields), file } };
}
