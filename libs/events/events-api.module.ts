import { Module } from '@nestjs/common';
import { EventsController } from '#libs/events/events.controller';
import { EventsModule } from '#libs/events/events.module';
import { EventStreamController } from '#libs/events/stream/event-stream.controller';

@Module({ imports: [EventsModule], controllers: [EventsController, EventStreamController] })
export class EventsApiModule {}
