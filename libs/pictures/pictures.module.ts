import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/core/storage/storage.module';
import { AvatarsController } from '#libs/pictures/avatars.controller';
import { PictureUploadsService } from '#libs/pictures/picture-uploads.service';
import { PicturesController } from '#libs/pictures/pictures.controller';
import { StudentPhotosController } from '#libs/pictures/student-photos.controller';

@Module({
  imports: [StorageModule],
  controllers: [AvatarsController, StudentPhotosController, PicturesController],
  providers: [PictureUploadsService],
})
export class PicturesModule {}
