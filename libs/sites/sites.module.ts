import { Module } from '@nestjs/common';
import { ListsService } from '#libs/sites/lists.service';
import { LogosService } from '#libs/sites/logos.service';
import { SitesService } from '#libs/sites/sites.service';

@Module({
  providers: [SitesService, ListsService, LogosService],
  exports: [SitesService, ListsService, LogosService],
})
export class SitesModule {}
