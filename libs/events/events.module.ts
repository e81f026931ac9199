import { Module } from '@nestjs/common';
import { EventsService } from '#libs/events/events.service';
import { JournalModule } from '#libs/events/journal/journal.module';
import { EventStreams } from '#libs/events/stream/event-streams';
import { JournalListener } from '#libs/events/stream/journal-listener';

@Module({
  imports: [JournalModule],
  providers: [EventsService, EventStreams, JournalListener],
  exports: [EventsService, EventStreams],
})
export class EventsModule {}
