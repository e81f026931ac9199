import type { OpenAPIObject } from '@nestjs/swagger';

const MOST_BYTES = 16 * 1_048_576;

type Operation = { requestBody?: { content?: Record<string, object> } };

/** Says of bodies that are files what they are; the class of the JSON body would stand there otherwise. */
export function withFileBodies(document: OpenAPIObject): OpenAPIObject {
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item) as Operation[]) {
      const content = operation.requestBody?.content;
      if (content?.['text/csv'])
        content['text/csv'] = {
          schema: { type: 'string', maxLength: MOST_BYTES, pattern: '^[\\s\\S]*$', description: ABOUT_CSV },
        };
    }
  return document;
}

const ABOUT_CSV = 'The first line names the columns. Cells are separated by commas, semicolons or tabs.';
