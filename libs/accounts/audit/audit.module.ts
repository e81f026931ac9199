import { Module } from '@nestjs/common';
import { AuditLogService } from '#libs/accounts/audit/audit-log.service';
import { WelfareReads } from '#libs/accounts/audit/welfare-reads';

/** Reads the audit log, and records reads of welfare data. */
@Module({ providers: [AuditLogService, WelfareReads], exports: [AuditLogService, WelfareReads] })
export class AuditModule {}
