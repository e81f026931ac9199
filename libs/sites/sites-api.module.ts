import { Module } from '@nestjs/common';
import { SitesModule } from '#libs/sites/sites.module';
import { SitesController } from '#libs/sites/sites.controller';
import { CancellationCodesController } from '#libs/sites/cancellation-codes.controller';
import { LogosController } from '#libs/sites/logos.controller';
import { LIST_CONTROLLERS } from '#libs/sites/list-controllers';

@Module({
  imports: [SitesModule],
  controllers: [SitesController, LogosController, CancellationCodesController, ...LIST_CONTROLLERS],
})
export class SitesApiModule {}
