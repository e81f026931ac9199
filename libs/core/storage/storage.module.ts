import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { FolderStore } from '#libs/core/storage/folder-store';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { S3Store } from '#libs/core/storage/s3-store';
import { LinkSigner } from '#libs/core/storage/signed-links';
import { Clock } from '#libs/core/time/clock';

const MEGABYTE = 1_048_576;

/** The store of `STORAGE_URL`. */
export const openStore = (config: Config, links: LinkSigner, clock: Clock, patienceMs?: number): ObjectStore =>
  config.STORAGE_URL.startsWith('s3:')
    ? new S3Store(config.STORAGE_URL, patienceMs, config.STORAGE_PUBLIC_URL)
    : new FolderStore(fileURLToPath(config.STORAGE_URL), links, clock, config.STORAGE_MIN_FREE_MB * MEGABYTE);

@Module({
  providers: [
    {
      provide: LinkSigner,
      inject: [CONFIG],
      useFactory: (config: Config) => new LinkSigner(config.PUBLIC_URL, config.JWT_SECRET),
    },
    {
      provide: OBJECT_STORE,
      inject: [CONFIG, LinkSigner, Clock],
      useFactory: (config: Config, links: LinkSigner, clock: Clock) => openStore(config, links, clock),
    },
  ],
  exports: [OBJECT_STORE, LinkSigner],
})
export class StorageModule {}
