import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { IdParam } from '#libs/core/http/ids';
import { pictureKey } from '#libs/core/storage/object-keys';
import { OBJECT_STORE, type ObjectStore, readAll } from '#libs/core/storage/object-store';
import { harmless } from '#libs/core/storage/serve-files';
import { maySee } from '#libs/pictures/pictures.queries';

const MOST_BYTES = 5 * 1024 * 1024;

@ApiTags('Pictures')
@Controller('pictures')
export class PicturesController {
  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  @Get(':pictureId')
  @Operation({
    summary: 'See a picture of a user or a student',
    description: 'Your own picture, or that of a student or a member of one of your sites.',
    access: 'session',
    response: 'image/webp',
    errors: ['not_found'],
    addition: true,
  })
  async see(
    @CurrentCaller() caller: Caller,
    @IdParam('pictureId') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // The picture is read completely before the response begins: a store that breaks off is then a 503, not half a picture.
    const read = () => readAll(this.store, pictureKey(id), MOST_BYTES);
    const body = (await maySee(this.database, id, caller)) ? await read() : undefined;
    if (!body) throw new NotFound('The picture');
    // A changed picture has another id, so what a browser has once it may keep.
    harmless(reply).header('cache-control', 'private, max-age=31536000, immutable').header('etag', `"${id}"`);
    await reply.header('content-disposition', 'inline').header('content-type', 'image/webp').send(body);
  }
}
