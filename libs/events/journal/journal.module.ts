import { Module } from '@nestjs/common';
import { Sequencer } from '#libs/events/journal/sequencer';

/** What keeps the journal, for every process. */
@Module({ providers: [Sequencer], exports: [Sequencer] })
export class JournalModule {}
