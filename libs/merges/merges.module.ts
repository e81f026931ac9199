import { Module } from '@nestjs/common';

import { MergesService } from '#libs/merges/merges.service';
import { UndoMergeService } from '#libs/merges/undo-merge.service';

@Module({ providers: [MergesService, UndoMergeService], exports: [MergesService, UndoMergeService] })
export class MergesModule {}
