import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StorageModule } from '#libs/core/storage/storage.module';
import { AvatarsController } from '#libs/pictures/avatars.controller';
import { Picture } from '#libs/pictures/picture.entity';
import { PictureUpload } from '#libs/pictures/picture-upload.entity';
import { PictureUploadsService } from '#libs/pictures/picture-uploads.service';
import { PicturesController } from '#libs/pictures/pictures.controller';
import { StudentPhotosController } from '#libs/pictures/student-photos.controller';

@Module({
  imports: [StorageModule, TypeOrmModule.forFeature([Picture, PictureUpload])],
  controllers: [AvatarsController, StudentPhotosController, PicturesController],
  providers: [PictureUploadsService],
})
export class PicturesModule {}
