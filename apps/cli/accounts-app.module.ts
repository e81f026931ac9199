import { type DynamicModule, Module } from '@nestjs/common';
import { ENTITIES } from '#apps/entities';
import { AccountsModule } from '#libs/accounts/accounts.module';
import type { Config } from '#libs/core/config/config';
import { CoreModule } from '#libs/core/core.module';
import { DatabaseModule } from '#libs/core/database/database.module';
import { SitesModule } from '#libs/sites/sites.module';

/** What commands about sites, users and their sessions need: a part of Lodge that starts in half the time of the whole. */
@Module({})
export class AccountsAppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AccountsAppModule,
      imports: [CoreModule.with(config), DatabaseModule.with(ENTITIES), AccountsModule, SitesModule],
    };
  }
}
