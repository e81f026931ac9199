import { BODY_SCRIPT } from '#apps/api/pages/swagger/body.script';
import { MEMORY_SCRIPT } from '#apps/api/pages/swagger/memory.script';
import { PLUGIN_SCRIPT } from '#apps/api/pages/swagger/plugin.script';
import { READABLE_SCRIPT } from '#apps/api/pages/swagger/readable.script';
import { SEARCH_SCRIPT } from '#apps/api/pages/swagger/search.script';
import { SESSION_SCRIPT } from '#apps/api/pages/swagger/session.script';
import { EXAMPLE } from '#libs/core/http/examples';

/** What Lodge adds to Swagger UI in the browser. */
export const SWAGGER_SCRIPT = `
'use strict';
{
const EXAMPLE_SITE = '${EXAMPLE.site}';
${SESSION_SCRIPT}${MEMORY_SCRIPT}${BODY_SCRIPT}${READABLE_SCRIPT}${PLUGIN_SCRIPT}${SEARCH_SCRIPT}
void showUser();
}
`;
