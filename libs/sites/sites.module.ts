import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CancellationCode } from '#libs/sites/cancellation-code.entity';
import { Category } from '#libs/sites/category.entity';
import { Flag } from '#libs/sites/flag.entity';
import { SitesService } from '#libs/sites/sites.service';
import { Site } from '#libs/sites/site.entity';
import { WelfareState } from '#libs/sites/welfare-state.entity';

@Module({
  providers: [SitesService],
  exports: [SitesService],
  imports: [TypeOrmModule.forFeature([Site, Flag, WelfareState, Category, CancellationCode])],
})
export class SitesModule {}
