import { Module } from '@nestjs/common';
import { ListsService } from '#libs/sites/lists.service';
import { SitesService } from '#libs/sites/sites.service';

@Module({
  providers: [SitesService, ListsService],
  exports: [SitesService, ListsService],
})
export class SitesModule {}
