import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CancellationCode } from '#libs/sites/cancellation-code.entity';
import { CancellationCodesController } from '#libs/sites/cancellation-codes.controller';
import { Category } from '#libs/sites/category.entity';
import { Flag } from '#libs/sites/flag.entity';
import { LIST_CONTROLLERS } from '#libs/sites/list-controllers';
import { ListsService } from '#libs/sites/lists.service';
import { Site } from '#libs/sites/site.entity';
import { SitesController } from '#libs/sites/sites.controller';
import { SitesService } from '#libs/sites/sites.service';
import { WelfareState } from '#libs/sites/welfare-state.entity';

@Module({
  imports: [TypeOrmModule.forFeature([Site, Flag, WelfareState, Category, CancellationCode])],
  controllers: [SitesController, CancellationCodesController, ...LIST_CONTROLLERS],
  providers: [SitesService, ListsService],
  exports: [SitesService],
})
export class SitesModule {}
