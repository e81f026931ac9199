import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';

@Entity('welfare_states')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'welfare_states_site_1' })
@Index('welfare_states_name_1', { synchronize: false })
export class WelfareState {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'welfare_states_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'welfare_states_pkey' }) id: string;
  @Column('text') name: string;
  @Column('text') colour: string;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}
