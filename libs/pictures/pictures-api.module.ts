import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/core/storage/storage.module';
import { PicturesModule } from '#libs/pictures/pictures.module';
import { AvatarsController } from '#libs/pictures/avatars.controller';
import { StudentPhotosController } from '#libs/pictures/student-photos.controller';
import { PicturesController } from '#libs/pictures/pictures.controller';

@Module({
  imports: [StorageModule, PicturesModule],
  controllers: [AvatarsController, StudentPhotosController, PicturesController],
})
export class PicturesApiModule {}
