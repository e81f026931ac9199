import { Module } from '@nestjs/common';
import { HousekeepingService } from '#libs/accounts/housekeeping.service';

/** Removing sessions and links that are over: the worker's part. */
@Module({ providers: [HousekeepingService], exports: [HousekeepingService] })
export class HousekeepingModule {}
