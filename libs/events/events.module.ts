import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit/audit.module';
import { Cursors } from '#libs/events/cursor';
import { EventsService } from '#libs/events/events.service';
import { JournalModule } from '#libs/events/journal/journal.module';
import { EventStreams } from '#libs/events/stream/event-streams';
import { JournalListener } from '#libs/events/stream/journal-listener';
import { LiveStreams } from '#libs/events/stream/live-streams';

@Module({
  imports: [AuditModule, JournalModule],
  providers: [Cursors, EventsService, EventStreams, JournalListener, LiveStreams],
  exports: [EventsService, EventStreams],
})
export class EventsModule {}
