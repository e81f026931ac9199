import type { INestApplication } from '@nestjs/common';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { withExamples } from '#apps/api/docs-examples';
import { withKeywords } from '#apps/api/docs-keywords';
import { withKinds } from '#apps/api/docs-kinds';
import { withLinks } from '#apps/api/docs-links';
import { withFileBodies } from '#apps/api/docs-files';
import { withBodyProblems } from '#apps/api/docs-problems';
import { withLimits } from '#apps/api/docs-limits';
import { withUnchanged } from '#apps/api/docs-unchanged';
import { forPage } from '#apps/api/docs-page';
import { withResponses } from '#apps/api/docs-responses';
import { withWords } from '#apps/api/docs-words';
import { llmsText } from '#apps/api/llms-text';
import { asOpenApi30, asOpenApi31 } from '#apps/docs/openapi-31';
import { pageOf, referencePages } from '#apps/docs/reference';
import { ProblemResponse } from '#libs/core/errors/problem.dto';

const ABOUT = `An open-source service for running student accommodation: who lives in which room, and for which dates.

Log in at the top of this page, type into the search what you would like to do, such as *check in* or *free room*, and press Enter and
Execute. What a response named is offered in the fields of the next operation. Every success is status 200.
Every failure is a problem document (RFC 9457) whose \`type\` is a page that explains it. Programs read [openapi.json](/openapi.json).`;

// Where the document itself was read.
const SERVER = { url: '/', 'x-internal': false };

// In the order of the work: every day first, what is set up once last.
const TAGS: Record<string, string> = {
  'Sessions and users': 'Log-in, the current user, passwords and API keys.',
  'Daily operations': 'The daily work of a housing office.',
  Bookings: 'Bookings of places for dates, their possible transitions, and the trail of each booking.',
  Students: 'The people who live at a site.',
  Availability: 'Which places are free.',
  Calendar: 'Places with their stays, and counts per day.',
  Closures: 'Times in which locations are out of service.',
  Documents: 'PDFs to print.',
  'Block bookings': 'Bookings made together under one name.',
  Jobs: 'The progress of work that takes longer than a request.',
  Locations: 'The tree of buildings, floors, flats, rooms and beds.',
  'Waiting list': 'The people who wait for a place, and offers that hold a place for them.',
  'Location types': 'The types of locations: their names, their icons, and whether they can be booked.',
  Flags: 'Marks that students can carry.',
  'Welfare states': 'How students are doing.',
  'Cancellation codes': 'Why bookings end early.',
  Categories: 'The subjects of cases.',
  'SLA policies': 'The times within which a case needs a first response and a resolution.',
  Pictures: 'Photos of users and students.',
  Sites: 'The places that are run, each with its own time zone, people and rooms.',
  Members: 'The users who work at a site, and their roles.',
  Audit: 'A record of what was done, and who did it.',
  Events: 'All changes of a site, to be read in order or followed live.',
  Webhooks: 'Events that are sent to other systems, signed by the specification Standard Webhooks.',
  Health: 'For the people and programs that watch the process.',
};

/** The OpenAPI document of the service, generated from its controllers. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Lodge')
    .setDescription(ABOUT)
    .setVersion('1.0.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addCookieAuth('lodge_access', { type: 'apiKey', in: 'cookie', name: 'lodge_access' }, 'session')
    .addBearerAuth({ type: 'http', description: 'A personal API key, `lodge_...`' }, 'api_key')
    .build();
  builder.servers = [SERVER];
  builder.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  const document = SwaggerModule.createDocument(app, builder, {
    extraModels: [ProblemResponse],
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
  const described = withWords(withBodyProblems(withExamples(withFileBodies(withSecurity(document)))));
  return asOpenApi31(withKeywords(withKinds(withLinks(withResponses(withUnchanged(withLimits(described)))))));
}

// An operation that needs no session says so; otherwise it would only look forgotten.
function withSecurity(document: OpenAPIObject): OpenAPIObject {
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item) as { security?: object[] }[]) operation.security ??= [];
  return document;
}

// The browser receives this text unchanged and calls the function that pages/swagger/plugin.script.ts defines.
const PAGE_PLUGIN = () => (globalThis as { lodgePlugin?: object }).lodgePlugin;

/**
 * Swagger UI at /docs, with all its files served from here; the reference in Markdown at /reference, for programs that
 * read.
 */
export function serveDocs(app: INestApplication): void {
  let described: OpenAPIObject | undefined;
  const document = () => (described ??= describeApi(app));
  const server = (app.getHttpAdapter() as FastifyAdapter).getInstance();
  server.get('/llms.txt', (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(asOpenApi30(document()))),
  );
  for (const page of ['README.md', ...Object.keys(TAGS).map(pageOf)]) {
    server.get(`/reference/${page}`, (_, reply) =>
      reply.type('text/markdown; charset=utf-8').send(referencePages(asOpenApi30(document())).get(page)),
    );
  }
  SwaggerModule.setup('docs', app, document, {
    ui: false,
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
  // Swagger UI is seconds faster with the older version: for 3.1 it resolves all references of the document at each
  // opening.
  SwaggerModule.setup('docs', app, () => forPage(asOpenApi30(document())), {
    raw: false,
    customSiteTitle: 'Lodge',
    customfavIcon: '/pages/lodge.svg',
    customCssUrl: '/pages/swagger.css',
    customJs: '/pages/swagger.js',
    // The tags are in the order of the work. Closed, they fit a page; the search opens what is chosen, ready to be
    // executed.
    swaggerOptions: {
      docExpansion: 'none',
      defaultModelsExpandDepth: -1,
      withCredentials: true,
      tryItOutEnabled: true,
      plugins: [PAGE_PLUGIN],
    },
  });
}
