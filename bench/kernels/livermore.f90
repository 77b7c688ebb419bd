! SPDX-License-Identifier: GPL-3.0-or-later
! livermore.f90: loops after the Livermore Fortran kernels (F. H. McMahon,
! UCRL-53745, 1986), whose numbers stand beside them; see bench.h.  Kernels 3,
! 5, 21 and 22 are dot, recurrence, matmul_jki and planck.  The repetitions
! work on elements, or columns, from o on; step is in elements.

! 1, hydrodynamics.
subroutine hydro (step, reps, n, x, y, z)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: x(*)
  double precision, intent(in) :: y(*), z(*)
  double precision :: q
  integer :: k, r, o

  q = 0.5d0
  o = 0
  do r = 1, reps
    do k = o + 1, o + n
      x(k) = q + y(k) * (0.25d0 * z(k+10) + 0.125d0 * z(k+11))
    end do
    q = -q
    o = o + step
  end do
end subroutine

! 2, incomplete Cholesky, conjugate gradients: halves of halves.
subroutine iccg (step, reps, n, x, v)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: x(*)
  double precision, intent(in) :: v(*)
  integer :: i, ii, k, last, next, r, o

  o = 0
  do r = 1, reps
    ii = n
    next = o
    do while (ii > 1)
      last = next
      next = next + ii
      ii = ii / 2
      i = next
      do k = last + 2, next, 2
        i = i + 1
        x(i) = x(k) - v(k) * x(k-1) - v(k+1) * x(k+1)
      end do
    end do
    o = o + step
  end do
end subroutine

! 6, a general linear recurrence.
subroutine linear (step, reps, n, w, b)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: w(*)
  double precision, intent(in) :: b(n, *)
  integer :: i, k, r, o

  o = 0
  do r = 1, reps
    do i = 2, n
      w(o+i) = 0.01d0
      do k = 1, i - 1
        w(o+i) = w(o+i) + b(i, o/n+k) * w(o+i-k)
      end do
    end do
    o = o + step
  end do
end subroutine

! 7, equation of state.
subroutine state (step, reps, n, x, u, y, z)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: x(*)
  double precision, intent(in) :: u(*), y(*), z(*)
  double precision :: q, s, t
  integer :: k, r, o

  q = 0.5d0
  s = 0.25d0
  t = 0.125d0
  o = 0
  do r = 1, reps
    do k = o + 1, o + n
      x(k) = u(k) + s * (z(k) + s * y(k)) &
             + t * (u(k+3) + s * (u(k+2) + s * u(k+1)) &
                    + t * (u(k+6) + q * (u(k+5) + q * u(k+4))))
    end do
    q = -q
    o = o + step
  end do
end subroutine

! 9, integrate predictors; a column has 16 places.
subroutine integrate (step, reps, n, px)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: px(16, *)
  double precision :: c
  integer :: i, r, o

  c = 0.5d0
  o = 0
  do r = 1, reps
    do i = o + 1, o + n
      px(1, i) = 0.1d0 * px(13, i) + 0.2d0 * px(12, i) + 0.3d0 * px(11, i) &
                 + 0.4d0 * px(10, i) + 0.5d0 * px(9, i) + 0.6d0 * px(8, i) &
                 + 0.7d0 * px(7, i) + c * (px(5, i) + px(6, i)) + px(3, i)
    end do
    c = -c
    o = o + step / 16
  end do
end subroutine

! 10, difference predictors; a column has 16 places.
subroutine predict (step, reps, n, px, cx)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: px(16, *)
  double precision, intent(in) :: cx(*)
  double precision :: a, b
  integer :: i, r, o

  o = 0
  do r = 1, reps
    do i = 1, n
      a = cx(o+i)
      b = a - px(5, o/16+i)
      px(5, o/16+i) = a
      a = b - px(6, o/16+i)
      px(6, o/16+i) = b
      b = a - px(7, o/16+i)
      px(7, o/16+i) = a
      a = b - px(8, o/16+i)
      px(8, o/16+i) = b
      b = a - px(9, o/16+i)
      px(9, o/16+i) = a
      px(11, o/16+i) = b - px(10, o/16+i)
      px(10, o/16+i) = b
    end do
    o = o + step
  end do
end subroutine

! 11, first sum.
subroutine first_sum (step, reps, n, x, y)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: x(*)
  double precision, intent(in) :: y(*)
  integer :: k, r, o

  o = 0
  do r = 1, reps
    x(o+1) = y(o+1)
    do k = o + 2, o + n
      x(k) = x(k-1) + y(k)
    end do
    o = o + step
  end do
end subroutine

! 12, first difference.
subroutine first_diff (step, reps, n, x, y)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: x(*)
  double precision, intent(in) :: y(*)
  integer :: k, r, o

  o = 0
  do r = 1, reps
    do k = o + 1, o + n
      x(k) = y(k+1) - y(k)
    end do
    o = o + step
  end do
end subroutine

! 13, particles in cells of a grid of 16 by 16: places from reals, and a
! count in each cell.
subroutine cells (step, reps, n, p, h, g)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: p(4, *), h(16, *)
  double precision, intent(in) :: g(16, *)
  integer :: i, j, k, r, o

  o = 0
  do r = 1, reps
    do k = 1, n
      i = 1 + iand(int(p(1, o/4+k)), 15)
      j = 1 + iand(int(p(2, o/4+k)), 15)
      p(3, o/4+k) = 0.5d0 * p(3, o/4+k) + g(i, o/16+j)
      p(4, o/4+k) = 0.5d0 * p(4, o/4+k) + g(j, o/16+i)
      p(1, o/4+k) = p(1, o/4+k) + p(3, o/4+k)
      p(2, o/4+k) = p(2, o/4+k) + p(4, o/4+k)
      if (p(1, o/4+k) > 1d6) p(1, o/4+k) = p(1, o/4+k) - 1d6
      if (p(2, o/4+k) > 1d6) p(2, o/4+k) = p(2, o/4+k) - 1d6
      h(i, o/16+j) = h(i, o/16+j) + 1
    end do
    o = o + step
  end do
end subroutine

! 18, explicit hydrodynamics in two dimensions.
subroutine explicit2 (step, reps, n, za, zb, zu, zv, zr, zz, zp, zq, zm)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout), dimension(n, *) :: za, zb, zu, zv, zr, zz
  double precision, intent(in), dimension(n, *) :: zp, zq, zm
  double precision :: s, t
  integer :: j, k, r, o

  s = 1d-3
  t = 2d-3
  o = 0
  do r = 1, reps
    do k = o + 2, o + 6
      do j = 2, n - 1
        za(j, k) = (zp(j-1, k+1) + zq(j-1, k+1) - zp(j-1, k) - zq(j-1, k)) &
                   * (zr(j, k) + zr(j-1, k)) / (zm(j-1, k) + zm(j-1, k+1))
        zb(j, k) = (zp(j-1, k) + zq(j-1, k) - zp(j, k) - zq(j, k)) &
                   * (zr(j, k) + zr(j, k-1)) / (zm(j, k) + zm(j-1, k))
      end do
    end do
    do k = o + 2, o + 6
      do j = 2, n - 1
        zu(j, k) = zu(j, k) + s * (za(j, k) * (zz(j, k) - zz(j+1, k)) &
                                   - za(j-1, k) * (zz(j, k) - zz(j-1, k)) &
                                   - zb(j, k) * (zz(j, k) - zz(j, k-1)) &
                                   + zb(j, k+1) * (zz(j, k) - zz(j, k+1)))
        zv(j, k) = zv(j, k) + s * (za(j, k) * (zr(j, k) - zr(j+1, k)) &
                                   - za(j-1, k) * (zr(j, k) - zr(j-1, k)) &
                                   - zb(j, k) * (zr(j, k) - zr(j, k-1)) &
                                   + zb(j, k+1) * (zr(j, k) - zr(j, k+1)))
      end do
    end do
    do k = o + 2, o + 6
      do j = 2, n - 1
        zr(j, k) = zr(j, k) + t * zu(j, k)
        zz(j, k) = zz(j, k) + t * zv(j, k)
      end do
    end do
    s = -s
    t = -t
    o = o + step / n
  end do
end subroutine

! 19, a linear recurrence there and back.
subroutine sweep (step, reps, n, b, sa, sb)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: b(*)
  double precision, intent(in) :: sa(*), sb(*)
  double precision :: s
  integer :: k, r, o

  s = 0.5d0
  o = 0
  do r = 1, reps
    do k = o + 1, o + n
      b(k) = sa(k) + s * sb(k)
      s = b(k) - s
    end do
    do k = o + n, o + 1, -1
      b(k) = sa(k) + s * sb(k)
      s = b(k) - s
    end do
    o = o + step
  end do
end subroutine

! 20, discrete ordinates: divisions in a chain through memory.
subroutine ordinates (step, reps, n, x, xx, g, u, v, w, y, z)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: x(*), xx(*)
  double precision, intent(in), dimension(*) :: g, u, v, w, y, z
  double precision :: di, dn
  integer :: k, r, o

  o = 0
  do r = 1, reps
    do k = o + 1, o + n
      di = y(k) - g(k) / (xx(k) + 2)
      dn = 0.2d0
      if (di /= 0) dn = max(0.1d0, min(z(k) / di, 0.9d0))
      x(k) = ((w(k) + v(k) * dn) * xx(k) + u(k)) / (2 * w(k) + 2 * v(k) * dn)
      xx(k+1) = (x(k) - xx(k)) * dn + xx(k)
    end do
    o = o + step
  end do
end subroutine

! 23, implicit hydrodynamics in two dimensions: in place.
subroutine implicit2 (step, reps, n, za, zr, zb, zu, zv, zz)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: za(n, *)
  double precision, intent(in), dimension(n, *) :: zr, zb, zu, zv, zz
  double precision :: q
  integer :: j, k, r, o

  o = 0
  do r = 1, reps
    do j = o + 2, o + 6
      do k = 2, n - 1
        q = za(k, j+1) * zr(k, j) + za(k, j-1) * zb(k, j) &
            + za(k+1, j) * zu(k, j) + za(k-1, j) * zv(k, j) + zz(k, j)
        za(k, j) = za(k, j) + 0.175d0 * (q - za(k, j))
      end do
    end do
    o = o + step / n
  end do
end subroutine

! 24, place of the first minimum.
subroutine first_min (step, reps, n, x, place)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(in) :: x(*)
  integer, intent(inout) :: place
  integer :: k, m, r, o

  o = 0
  do r = 1, reps
    m = o + 1
    do k = o + 2, o + n
      if (x(k) < x(m)) m = k
    end do
    place = place + m
    o = o + step
  end do
end subroutine
