import type { DateOrder } from '#libs/core/time/date-orders';
import { Check, Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';
import type { Language } from '#libs/core/languages/catalogue';
import type { BusinessHours, Holiday } from '#libs/core/time/business-hours';

@Entity('sites')
@Check('sites_retention_1', 'retention_years BETWEEN 1 AND 100')
@Check('sites_language_1', `language IN ('en', 'de', 'fr', 'es', 'cy', 'ar')`)
@Check('sites_date_order_1', `date_order IN ('dmy', 'mdy', 'ymd')`)
export class Site {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sites_pkey' }) id: string;
  @Column('text') name: string;
  @Column('text', { name: 'time_zone' }) timeZone: string;
  @Column('text', { name: 'date_order', nullable: true }) dateOrder: DateOrder | null;
  @Column('int', { name: 'early_check_in_days', default: 0 }) earlyCheckInDays: number;
  @Column('int', { name: 'history_window_days', default: 7 }) historyWindowDays: number;
  @Column('int', { name: 'correction_minutes', default: 30 }) correctionMinutes: number;
  @Column('boolean', { name: 'require_confirmed_for_check_in', default: true }) requireConfirmedForCheckIn: boolean;
  /** How many days back the feed of events goes. */
  @Column('int', { name: 'event_retention_days', default: 400 }) eventRetentionDays: number;
  /** Since when the trails say everything that changes; null: from the beginning. */
  @Column('timestamptz', { name: 'history_since', nullable: true }) historySince: Date | null;
  @Column('int', { name: 'retention_years', nullable: true }) retentionYears: number | null;
  /** The flags for needs in an evacuation; none: all flags. */
  @Column('uuid', { name: 'evacuation_flag_ids', array: true, default: [] }) evacuationFlagIds: string[];
  @Column('jsonb', { name: 'business_hours', default: [] }) businessHours: BusinessHours[];
  @Column('jsonb', { default: [] }) holidays: Holiday[];
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text', { nullable: true }) colour: string | null;
  @Column('uuid', { name: 'logo_id', nullable: true }) logoId: string | null;
  /** Of documents and mails; null: of the request for them. */
  @Column('text', { nullable: true }) language: Language | null;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}
