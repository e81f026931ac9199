import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BlockBooking } from '#libs/bookings/block-booking.entity';
import { BookingFlag } from '#libs/bookings/booking-flag.entity';
import { BookingPerson } from '#libs/bookings/booking-person.entity';
import { BookingTransaction } from '#libs/bookings/booking-transaction.entity';
import { Booking } from '#libs/bookings/booking.entity';

@Module({
  imports: [TypeOrmModule.forFeature([Booking, BookingPerson, BookingFlag, BookingTransaction, BlockBooking])],
})
export class BookingsModule {}
