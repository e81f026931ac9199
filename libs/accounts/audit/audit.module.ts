import { Module } from '@nestjs/common';
import { AuditLogService } from '#libs/accounts/audit/audit-log.service';
import { WelfareReads } from '#libs/accounts/audit/welfare-reads';

/** What reads the audit, and what writes down who read welfare data. */
@Module({ providers: [AuditLogService, WelfareReads], exports: [AuditLogService, WelfareReads] })
export class AuditModule {}
