/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/launcher.c: ranks and jobs from the variables of launchers.  */

#include "check-main.h"
#include "launcher.h"

#include <stdlib.h>
#include <string.h>

/* Read with the variables in the NULL-ended list of names and values VARIABLES
   and no other launcher's.  */

static void
read_with (const char *const *variables)
{
  clearenv ();
  for (; *variables; variables += 2)
    setenv (variables[0], variables[1], 1);
  mrt_job_read ();
}

#define READ(...) read_with ((const char *const[]) { __VA_ARGS__, NULL })

START_TEST (alone)
{
  READ ("HOME", "/");
  ck_assert_ptr_null (mrt_job.rank);
  ck_assert_ptr_null (mrt_job.job);
  ck_assert (!mrt_job.many && !mrt_job.numbered);
  READ ("PMI_RANK", "", "SLURM_JOB_ID", "");
  ck_assert_ptr_null (mrt_job.rank);
  ck_assert_ptr_null (mrt_job.job);
}
END_TEST

START_TEST (open_mpi)
{
  READ ("OMPI_COMM_WORLD_RANK", "12", "OMPI_COMM_WORLD_SIZE", "64",
	"PMIX_RANK", "12", "PMIX_NAMESPACE", "1012269057");
  ck_assert_str_eq (mrt_job.rank, "12");
  ck_assert_str_eq (mrt_job.job, "1012269057");
  ck_assert (mrt_job.many && mrt_job.numbered);
  ck_assert_uint_eq (mrt_job.number, 12);
  ck_assert_uint_eq (mrt_job.ranks, 64);
}
END_TEST

/* mpirun within Slurm: its daemons' numbers do not count, the job does.  On
   the first node there is no daemon, and the same must come out.  */

START_TEST (open_mpi_in_slurm)
{
  READ ("OMPI_COMM_WORLD_RANK", "3", "OMPI_COMM_WORLD_SIZE", "4",
	"PMIX_NAMESPACE", "77001", "SLURM_JOB_ID", "4711",
	"SLURM_STEP_ID", "0", "SLURM_PROCID", "1", "SLURM_NTASKS", "2");
  ck_assert_str_eq (mrt_job.rank, "3");
  ck_assert_str_eq (mrt_job.job, "4711.77001");
  ck_assert_uint_eq (mrt_job.ranks, 4);
  READ ("OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_SIZE", "4",
	"PMIX_NAMESPACE", "77001", "SLURM_JOB_ID", "4711",
	"SLURM_PROCID", "0");
  ck_assert_str_eq (mrt_job.job, "4711.77001");
}
END_TEST

START_TEST (slurm)
{
  READ ("SLURM_JOB_ID", "4711", "SLURM_STEP_ID", "2", "SLURM_PROCID", "5",
	"SLURM_STEP_NUM_TASKS", "8", "SLURM_NTASKS", "16");
  ck_assert_str_eq (mrt_job.rank, "5");
  ck_assert_str_eq (mrt_job.job, "4711.2");
  ck_assert_uint_eq (mrt_job.ranks, 8);
  ck_assert (mrt_job.many);
  /* Through PMIx and PMI-2.  */
  READ ("SLURM_JOB_ID", "4711", "SLURM_STEP_ID", "2", "SLURM_PROCID", "5",
	"SLURM_NTASKS", "8", "PMIX_RANK", "5", "PMIX_NAMESPACE",
	"slurm.pmix.4711.2");
  ck_assert_str_eq (mrt_job.job, "4711.2");
  ck_assert_uint_eq (mrt_job.ranks, 8);
  READ ("SLURM_JOB_ID", "4711", "SLURM_STEP_ID", "2", "SLURM_PROCID", "5",
	"PMI_RANK", "5", "PMI_SIZE", "8");
  ck_assert_str_eq (mrt_job.job, "4711.2");
  ck_assert_uint_eq (mrt_job.ranks, 8);
  ck_assert (mrt_job.many);
}
END_TEST

/* Programs that a batch script starts one after the other are runs of their
   own.  */

START_TEST (batch_script)
{
  READ ("SLURM_JOB_ID", "4711", "SLURM_PROCID", "0", "SLURM_NTASKS", "8");
  ck_assert_str_eq (mrt_job.job, "4711");
  ck_assert (!mrt_job.many);
  ck_assert_uint_eq (mrt_job.ranks, 0);
}
END_TEST

START_TEST (others)
{
  READ ("FLUX_TASK_RANK", "1", "FLUX_JOB_SIZE", "2", "FLUX_JOB_ID", "f4X");
  ck_assert_str_eq (mrt_job.job, "f4X");
  ck_assert_uint_eq (mrt_job.ranks, 2);
  READ ("PALS_RANKID", "7", "PALS_APID", "ab-cd");
  ck_assert_str_eq (mrt_job.job, "ab-cd");
  ck_assert_uint_eq (mrt_job.number, 7);
  ck_assert_uint_eq (mrt_job.ranks, 0);
  READ ("PMIX_RANK", "1", "PMIX_NAMESPACE", "prterun-a@1");
  ck_assert_str_eq (mrt_job.job, "prterun-a@1");
  /* Nobody names the job: no other process can be known to belong to it.  */
  READ ("PMI_RANK", "1", "PMI_SIZE", "2");
  ck_assert_str_eq (mrt_job.rank, "1");
  ck_assert_ptr_null (mrt_job.job);
  ck_assert (!mrt_job.many);
  READ ("PMI_RANK", "1/../x");
  ck_assert (!mrt_job.numbered);
}
END_TEST

START_TEST (long_names)
{
  char name[1000];

  memset (name, 'x', sizeof name - 1);
  name[sizeof name - 1] = 0;
  READ ("SLURM_JOB_ID", "4711", "SLURM_STEP_ID", name, "SLURM_PROCID", "0");
  ck_assert_uint_lt (strlen (mrt_job.job), 256);
  ck_assert_int_eq (strncmp (mrt_job.job, "4711.xxx", 8), 0);
}
END_TEST

START_TEST (proxies)
{
  static const char proxy[]
    = "/usr/bin/hydra_pmi_proxy\0--control-port\0n1:43173\0--rmk\0user";
  static const char bare[] = "hydra_pmi_proxy\0--control-port";
  static const char shell[] = "/bin/sh\0--control-port\0n1:43173";
  char buf[16];

  ck_assert (mrt_job_proxy (proxy, sizeof proxy - 1, buf, sizeof buf));
  ck_assert_str_eq (buf, "n1.43173");
  ck_assert (mrt_job_proxy (proxy, sizeof proxy - 1, buf, 4));
  ck_assert_str_eq (buf, "n1.");
  ck_assert (!mrt_job_proxy (bare, sizeof bare - 1, buf, sizeof buf));
  ck_assert (!mrt_job_proxy (shell, sizeof shell - 1, buf, sizeof buf));
  ck_assert (!mrt_job_proxy ("", 0, buf, sizeof buf));
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("launcher");
  tcase_add_test (tests, alone);
  tcase_add_test (tests, open_mpi);
  tcase_add_test (tests, open_mpi_in_slurm);
  tcase_add_test (tests, slurm);
  tcase_add_test (tests, batch_script);
  tcase_add_test (tests, others);
  tcase_add_test (tests, long_names);
  tcase_add_test (tests, proxies);
  return run_tests (tests);
}
