import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Student } from '#libs/students/student.entity';
import { StudentFlag } from '#libs/students/student-flag.entity';

@Module({ imports: [TypeOrmModule.forFeature([Student, StudentFlag])] })
export class StudentsModule {}
