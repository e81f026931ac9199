import { Module } from '@nestjs/common';
import { ClosuresController } from '#libs/closures/closures.controller';
import { ClosuresModule } from '#libs/closures/closures.module';

@Module({ imports: [ClosuresModule], controllers: [ClosuresController] })
export class ClosuresApiModule {}
