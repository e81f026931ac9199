import { Module } from '@nestjs/common';
import { StorageModule } from '#libs/core/storage/storage.module';
import { PictureSweepService } from '#libs/pictures/picture-sweep.service';
import { PictureUploadsService } from '#libs/pictures/picture-uploads.service';

@Module({
  imports: [StorageModule],
  providers: [PictureUploadsService, PictureSweepService],
  exports: [PictureUploadsService, PictureSweepService],
})
export class PicturesModule {}
