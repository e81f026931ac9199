import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event that is sent to a webhook. The event itself is read from the journal at each attempt. */
@Entity('webhook_deliveries')
@ForeignKey('Webhook', ['siteId', 'webhookId'], ['siteId', 'id'], {
  name: 'webhook_deliveries_webhook_1',
  onDelete: 'CASCADE',
})
@Index('webhook_deliveries_due_1', ['siteId', 'webhookId', 'nextAt'], { where: `state = 'waiting'` })
@Index('webhook_deliveries_ended_2', ['endedAt'])
@Check('webhook_deliveries_state_1', `state IN ('waiting', 'delivered', 'failed')`)
@Check('webhook_deliveries_ended_1', `(state = 'waiting') = (ended_at IS NULL)`)
export class WebhookDelivery {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'webhook_deliveries_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'webhook_id', primaryKeyConstraintName: 'webhook_deliveries_pkey' }) webhookId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_deliveries_pkey' }) id: string;
  @Column('uuid', { name: 'event_id' }) eventId: string;
  /** Null for a test. */
  @Column('bigint', { nullable: true }) position: string | null;
  @Column('text') type: string;
  @Column('text', { default: 'waiting' }) state: DeliveryState;
  @Column('int', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'next_at', default: () => 'now()' }) nextAt: Date;
  @Column('int', { nullable: true }) status: number | null;
  @Column('int', { name: 'duration_ms', nullable: true }) durationMs: number | null;
  @Column('text', { nullable: true }) response: string | null;
  @Column('text', { nullable: true }) error: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
}
