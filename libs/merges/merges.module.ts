import { Module } from '@nestjs/common';

import { MergesService } from '#libs/merges/merges.service';

@Module({ providers: [MergesService], exports: [MergesService] })
export class MergesModule {}
