import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { withExamples } from '#apps/api/docs-examples';
import { withBodyProblems } from '#apps/api/docs-problems';
import { ProblemResponse } from '#libs/core/errors/problem.dto';

const ABOUT = `The open service that runs student accommodation: who lives in which room, from when to when.

Log in at **POST /users/sessions** on this page; the cookies make the rest work. Every success is status 200.
Every failure is a problem document (RFC 9457) whose \`type\` is a page that explains it.`;

/** The OpenAPI document of the service, generated from its controllers. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Lodge')
    .setDescription(ABOUT)
    .setVersion('1.0.0')
    .addCookieAuth('lodge_access', { type: 'apiKey', in: 'cookie', name: 'lodge_access' }, 'session')
    .addBearerAuth({ type: 'http', description: 'A personal API key, `lodge_...`' }, 'api_key')
    .build();
  const document = SwaggerModule.createDocument(app, builder, {
    extraModels: [ProblemResponse],
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
  return withBodyProblems(withExamples(document));
}

/** Swagger UI at /docs, with all its files served from here. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => describeApi(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Lodge',
    swaggerOptions: { tagsSorter: 'alpha', persistAuthorization: false, docExpansion: 'list', withCredentials: true },
  });
}
