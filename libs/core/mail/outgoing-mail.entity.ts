import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What a mail is for. */
export type MailKind = 'invitation' | 'password_reset' | 'notice' | 'confirmation';
export type MailState = 'waiting' | 'sent' | 'failed';

/** A mail that was promised. Recipient, subject and text are sealed, and gone as soon as it was sent or given up. */
@Entity('outgoing_mails')
@ForeignKey('User', ['userId'], ['id'], { name: 'outgoing_mails_user_1' })
@Index('outgoing_mails_due_1', ['nextAt'], { where: `state = 'waiting'` })
@Index('outgoing_mails_user_2', ['userId', 'createdAt'])
@Index('outgoing_mails_ended_2', ['endedAt'])
@Check('outgoing_mails_state_1', `state IN ('waiting', 'sent', 'failed')`)
@Check(
  'outgoing_mails_ended_1',
  `(state = 'waiting') = (ended_at IS NULL) AND (state = 'waiting') = (sealed IS NOT NULL)`,
)
export class OutgoingMail {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outgoing_mails_pkey' }) id: string;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  /** The booking that it is about, if it is about one. */
  @Column('uuid', { name: 'site_id', nullable: true }) siteId: string | null;
  @Column('uuid', { name: 'booking_id', nullable: true }) bookingId: string | null;
  @Column('text') kind: MailKind;
  @Column('bytea', { nullable: true }) sealed: Buffer | null;
  @Column('text', { default: 'waiting' }) state: MailState;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'next_at', default: () => 'now()' }) nextAt: Date;
  @Column('timestamptz', { name: 'give_up_at' }) giveUpAt: Date;
  @Column('text', { nullable: true }) reason: string | null;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
}
