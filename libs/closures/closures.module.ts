import { Module } from '@nestjs/common';
import { ClosuresService } from '#libs/closures/closures.service';

@Module({
  providers: [ClosuresService],
  exports: [ClosuresService],
})
export class ClosuresModule {}
