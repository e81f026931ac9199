import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { DomainError } from '#libs/core/errors/domain-error';
import type { CountedRequest } from '#libs/core/limits/limit-headers';
import { EventStreamQuery } from '#libs/events/events.dto';
import { EventsService, filterOf } from '#libs/events/events.service';
import { EventStream } from '#libs/events/stream/event-stream';
import { EventStreams } from '#libs/events/stream/event-streams';

const MOST_STREAMS = 50;
const RETRY_SECONDS = 5;

@ApiTags('Events')
@Controller()
export class EventStreamController {
  constructor(
    private readonly events: EventsService,
    private readonly streams: EventStreams,
  ) {}

  @Get('sites/:siteId/events/stream')
  @ApiParam({ name: 'siteId' })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    schema: { type: 'string', maxLength: 100, pattern: '^[\\x21-\\x7e]+$' },
    description: 'The cursor after which to begin; without it, now',
  })
  @Operation({
    operationId: 'EventsController_stream',
    summary: 'Follow what changes in a site',
    description:
      'A stream of server-sent events: each event as in the feed, with its cursor as `id`, and a comment every 15 ' +
      'seconds. It ends when the session or API key ends, ' +
      'when the role changes, after `seconds`, or when the server stops; a client with more than 1 MiB of unread ' +
      'data is disconnected. ' +
      `Connect again with \`Last-Event-ID\` to continue without a gap. A user may have at most ${MOST_STREAMS} open streams.`,
    access: 'event.read',
    response: 'text/event-stream',
    addition: true,
    errors: ['invalid_query', 'cursor_gone'],
  })
  async follow(
    @Access() access: SiteAccess,
    @Query() query: EventStreamQuery,
    @Headers('last-event-id') last: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const filter = filterOf(query);
    const at = last ? await this.events.startOf([access], last) : await this.events.now();
    // Nothing is awaited from here until the stream is counted.
    this.requireRoom(access, reply);
    reply
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no');
    if (reply.request.method === 'HEAD') return void (await reply.send(''));
    const stream = new EventStream(access, filter, at);
    this.streams.add(stream);
    const timer = setTimeout(() => stream.finish(), query.seconds * 1_000).unref();
    stream.once('close', () => clearTimeout(timer));
    await reply.send(stream);
  }

  private requireRoom({ caller }: SiteAccess, reply: FastifyReply): void {
    if (this.streams.countOf(caller.userId) < MOST_STREAMS) return;
    // This response and its retry time concern the number of streams, not the requests per minute.
    (reply.request as CountedRequest).usage = null;
    reply.header('retry-after', RETRY_SECONDS);
    throw new DomainError('rate_limited', `You have ${MOST_STREAMS} streams of events. Close one of them first.`, {
      limit: 'event_streams',
    });
  }
}
