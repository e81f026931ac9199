import { Module } from '@nestjs/common';
import { CancellationCodesController } from '#libs/sites/cancellation-codes.controller';
import { LIST_CONTROLLERS } from '#libs/sites/list-controllers';
import { ListsService } from '#libs/sites/lists.service';
import { SitesController } from '#libs/sites/sites.controller';
import { SitesService } from '#libs/sites/sites.service';

@Module({
  controllers: [SitesController, CancellationCodesController, ...LIST_CONTROLLERS],
  providers: [SitesService, ListsService],
  exports: [SitesService],
})
export class SitesModule {}
